import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSetup } from '../../src/setup/setup.ts';

const mapping = { path: 'crm.yaml', text: 'source: crm\n', samplePath: 'samples/crm.json', sample: '{}' };

function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-setup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mappings = join(folder, 'mappings');
  mkdirSync(join(mappings, 'samples'), { recursive: true });
  const parts = {
    place: { allowed: true, config: join(folder, 'config.yaml'), mappings },
    record: async () => {},
    now: () => 0,
    random: (size: number) => new Uint8Array(size),
    tryConfig: () => ({ diagnostics: [], texts: new Map() }),
  };
  const save = () => createSetup(parts).saveMapping(mapping, { who: 'anna' });
  return { mappings, sample: join(mappings, mapping.samplePath), save };
}

it('writes a mapping with its payload', async () => {
  const { mappings, sample, save } = setup();
  expect(await save()).toEqual({ kind: 'done', value: undefined });
  expect(readFileSync(join(mappings, 'crm.yaml'), 'utf8')).toBe(mapping.text);
  expect(readFileSync(sample, 'utf8')).toBe(mapping.sample);
});

it.each([undefined, '{"earlier": 1}'])(
  'leaves the payload as it was (%s) if the mapping cannot be written',
  async earlier => {
    const { mappings, sample, save } = setup();
    writeFileSync(join(mappings, 'crm.yaml'), '# mine\n');
    if (earlier !== undefined) writeFileSync(sample, earlier);
    expect(await save()).toEqual({ kind: 'refused', why: { code: 'name-taken', name: 'crm.yaml' } });
    expect(existsSync(sample) ? readFileSync(sample, 'utf8') : undefined).toBe(earlier);
  },
);
