import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load-config.ts';
import { presets } from '../../../src/receive/senders/senders.ts';
import { fieldbridge } from '../command-line.ts';

const senders = resolve(import.meta.dirname, '../../../mappings/samples/senders');

/** Returns the lines of a printed block, without their indentation. */
function block(out: string, title: RegExp): string {
  const lines = out.split('\n');
  const start = lines.findIndex(line => title.test(line)) + 1;
  const end = lines.findIndex((line, index) => index >= start && /^\S/.test(line));
  return lines
    .slice(start, end === -1 ? undefined : end)
    .map(line => line.slice(2))
    .join('\n');
}

describe('sources', () => {
  it('lists every known sender', async () => {
    const ran = await fieldbridge(['sources']);
    expect(ran.status).toBe(0);
    const listed = [...ran.out.matchAll(/^([a-z0-9-]+) {2,}\S/gm)].map(match => match[1]);
    expect(listed).toEqual(['preset', ...[...presets.keys()].sort()]);
    const asJson = await fieldbridge(['sources', '--json']);
    expect(JSON.parse(asJson.out)).toHaveLength(presets.size);
  });

  it.each([...presets.keys()])(
    'explains for %s the settings at the sender, with a config and a mapping that work',
    async name => {
      const { out, status } = await fieldbridge(['sources', name]);
      expect(status).toBe(0);
      expect(out).toContain(`https://YOUR-SERVER/hooks/${name}`);
      expect(out).not.toContain('{url}');

      const destinations =
        'destinations: {salon: {baseUrl: "https://c.example.com", token: a-token-of-salon}}';
      const server = 'server: {publicUrl: "https://hooks.example.com"}';
      const text = `${server}\n${destinations}\n${block(out, /^In config\.yaml/)}`;
      const env = Object.fromEntries(
        [...text.matchAll(/\$\{(\w+)\}/g)].map(([, variable = '']) => [
          variable,
          'c2VjcmV0IHNlY3JldCBzZWNyZXQ='.slice(0, 24),
        ]),
      );
      const readFile = () => text.replace(/secret: \$\{CLOSE_SECRET\}/, `secret: ${'0f'.repeat(16)}`);
      const { config, diagnostics } = loadConfig('/config.yaml', { env, presets, readFile });
      expect(diagnostics.filter(each => each.severity === 'error')).toEqual([]);
      expect(config?.sources.get(name)?.preset).toBe(name);

      const whole = readFileSync(join(senders, `${name}.yaml`), 'utf8');
      const starter = block(out, /^In mappings\//).trimEnd();
      expect(starter.length).toBeGreaterThan(100);
      expect(whole.startsWith(starter)).toBe(true);
    },
  );

  it.each([
    ['hubspot', '# version: v3 # the way to sign; or v2, v1'],
    ['webflow', '# version: token # another way to sign'],
    ['airtable', '# version: script # another way to sign'],
  ])('lists the ways in which %s signs', async (name, line) => {
    const { out } = await fieldbridge(['sources', name]);
    expect(out.split('\n').map(each => each.trim())).toContain(line);
  });

  it('suggests the nearest name', async () => {
    const ran = await fieldbridge(['sources', 'hubspott']);
    expect(ran.status).toBe(2);
    expect(ran.err).toContain('there is no preset "hubspott"; did you mean "hubspot"?');
  });
});
