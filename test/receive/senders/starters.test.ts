import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { setupSteps } from '../../../src/config/sources/setup-steps.ts';
import { stepsDe } from '../../../src/console/words/steps-de.ts';
import { parseMapping } from '../../../src/mapping/parse/parse-mapping.ts';
import { readTest } from '../../../src/mapping/tests/read-test.ts';
import { runMappingTests } from '../../../src/mapping/tests/run-tests.ts';
import { presets } from '../../../src/receive/senders/senders.ts';
import { fieldbridge, fieldbridgeUntilStopped, folderWith, openSandbox } from '../../cli/command-line.ts';
import { senderSource } from './a-sender.ts';

const folder = fileURLToPath(new URL('../../../mappings/samples/senders/', import.meta.url));
const tests = fileURLToPath(new URL('.', import.meta.url));
const names = [...presets.keys()];

const adminToken = 'a-token-for-whoever-looks-at-events';

/** Secrets that need a special form. */
const secrets: Readonly<Record<string, string>> = {
  airtable: 'YSBzZWNyZXQgb2YgdGhlIHNob3A=',
  close: '7f'.repeat(32),
  'standard-webhooks': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
};

describe('every preset', () => {
  it('has a description by its name, and a test file', () => {
    for (const [name, preset] of presets) expect(preset.name).toBe(name);
    expect(names.filter(name => !existsSync(`${tests}${name}.test.ts`))).toEqual([]);
  });

  it.each(names)('%s describes the steps at the sender', name => {
    const { setup: written = [] } = presets.get(name) ?? {};
    const setup = setupSteps(written, 'by-hand');
    expect(setup.length).toBeGreaterThanOrEqual(2);
    expect(setup.length).toBeLessThanOrEqual(6);
    expect(setup.join(' ')).toContain('{url}');
    const made = setupSteps(written, 'made');
    for (const step of [...setup, ...made]) expect(step).toMatch(/^[A-Z].*[.:)]$|\n/s);
    expect([...setup, ...made].join()).not.toMatch(/\[\[|\]\]/);
    expect(made.join()).not.toContain('long random');
  });

  it.each(names)(
    '%s says in its steps nothing about a mapping that it does not show, and names its own versions',
    name => {
      const { setup: written = [], versions = {} } = presets.get(name) ?? {};
      const german = stepsDe[name] ?? [];
      for (const step of [...setupSteps(written, 'by-hand'), ...setupSteps(written, 'made'), ...german]) {
        // The steps are shown beside a mapping of the package, of `init`, of a person, or none.
        expect(step).not.toMatch(
          /mappings? below|one below|as the mapping|the mapping (?:leaves|has|sets|links)|which the mapping reads|es das Mapping tut|das Mapping lässt/i,
        );
        for (const [, version = ''] of step.matchAll(/version: (\w[\w-]*)/g))
          expect(Object.keys(versions)).toContain(version);
      }
    },
  );

  it.each(names)('%s has a first mapping whose tests pass', async name => {
    const { mapping, diagnostics } = parseMapping(
      `${folder}${name}.yaml`,
      readFileSync(`${folder}${name}.yaml`, 'utf8'),
      { readFile: path => readFileSync(path) },
    );
    expect(diagnostics).toEqual([]);
    expect(mapping).toMatchObject({ source: name, destination: { name: 'salon' } });
    if (!mapping) return;
    expect(mapping.tests.length).toBeGreaterThan(0);
    const source = senderSource(name, '', secrets[name]);
    const results = await runMappingTests(mapping, {
      people: name,
      read: test => readTest(source, test),
    });
    expect(results.flatMap(each => each.differences.map(line => `${each.name}: ${line}`))).toEqual([]);
    const warned = results.flatMap(each => (each.passed ? each.diagnostics : []));
    expect(warned.filter(each => each.severity === 'error')).toEqual([]);
  });
});

describe('the samples', () => {
  it('are each used by the mapping of their sender', () => {
    const files = readdirSync(folder);
    const mappings = files
      .filter(file => file.endsWith('.yaml'))
      .map(file => readFileSync(folder + file, 'utf8'));
    const idle = files.filter(
      file => !file.endsWith('.yaml') && !mappings.some(text => text.includes(`payload: ${file}`)),
    );
    expect(idle).toEqual([]);
  });
});

describe('the first mappings', () => {
  /** A folder with a config that has every preset as a source of its name. */
  async function everyPreset(): Promise<string> {
    const { url, tokens } = await openSandbox();
    const sources = names.map(name => {
      const secret = secrets[name] ?? 'a secret of the sender, long enough';
      const more = name === 'meta-leads' ? ', verifyToken: a token that Meta asks for' : '';
      return `  ${name}: {preset: ${name}, secret: "${secret}"${more}}`;
    });
    const config = `server: {publicUrl: "https://hooks.example.com", port: 0}
store: sqlite:bridge.db
mappings: ${folder}
admin: {token: ${adminToken}}
destinations:
  salon: {baseUrl: "${url}", token: ${tokens.mitte}, statuses: [Interessent, Neukunde, Stammkunde, VIP]}
sources:
${sources.join('\n')}
`;
    return folderWith({ 'config.yaml': config });
  }

  it('pass check and test with the simulated account, with only presets in the config', async () => {
    const directory = await everyPreset();
    const checked = await fieldbridge(['check'], { directory });
    expect(checked.err).toBe('');
    expect(checked.out).toMatch(
      new RegExp(
        `(?:^|\\n)${names.length} mappings and the config checked, also against salon: no problems\n$`,
      ),
    );
    expect(checked.out).not.toContain('No test expects');
    const tested = await fieldbridge(['test'], { directory });
    expect(tested).toMatchObject({ status: 0, err: '' });
    expect(tested.out).not.toContain('no tests');
  });

  it('are previewed by the running bridge with only a payload, as they would be sent', async () => {
    const directory = await everyPreset();
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    const unwanted: string[] = [];
    for (const name of names) {
      const { mapping } = parseMapping(
        `${folder}${name}.yaml`,
        readFileSync(`${folder}${name}.yaml`, 'utf8'),
        {
          readFile: path => readFileSync(path),
        },
      );
      const test = mapping?.tests.find(each => each.expect.length > 0);
      if (!test) throw new Error(`${name} has no test that expects a call`);
      const read = await readTest(senderSource(name, '', secrets[name]), test);
      if (read.kind === 'unreadable') throw new Error(read.reason);
      const counts = [];
      for (const { payload } of read.events) {
        const answer = await fetch(`${url}/api/preview`, {
          method: 'POST',
          headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ source: name, payload, linked: '1001' }),
        });
        counts.push(((await answer.json()) as { calls: unknown[] }).calls.length);
      }
      if (counts.every(count => count === 0)) unwanted.push(name);
    }
    await bridge.stop();
    expect(unwanted).toEqual([]);
  });
});
