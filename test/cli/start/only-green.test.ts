import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, it, vi } from 'vitest';
import type { CatalogSnapshot } from '../../../src/booking/catalog/field.ts';
import { watchMappings } from '../../../src/cli/start/watch-mappings.ts';
import { disk } from '../../../src/cli/workspace.ts';
import { type MappingFolder, readMappings } from '../../../src/mapping/folder.ts';
import { catalogOf, fieldOf } from '../../check/catalog.ts';
import { load } from '../../config/reading.ts';

const root = mkdtempSync(join(tmpdir(), 'fieldbridge-green-'));
const endings: (() => void)[] = [];
afterAll(() => {
  for (const end of endings) end();
  rmSync(root, { recursive: true, force: true });
});

const mapping = (note: string, more = '') => `source: website
destination: salon
operation: updateCustomer
set:
  id: customer
  note: ${note}
${more}tests:
  - name: a customer
    payload: {customer: 1001, note: Window seat}
    includes: [{note: Window seat}]
`;

/** A mapping whose test reads its payload from `sample.json`. */
const withSample = (note: string) =>
  mapping(note).replace('{customer: 1001, note: Window seat}', 'sample.json');
const sampleOf = (note: string) => JSON.stringify({ customer: 1001, note });

const withField = mapping('note', '  additionalFields: {shoe: note}\n');

function bridgeWith(
  text: string,
  reload: 'always' | 'checked' = 'checked',
  sample = sampleOf('Window seat'),
  first: CatalogSnapshot | null = catalogOf({ fields: [] }),
) {
  const folder = mkdtempSync(join(root, 'folder-'));
  const file = join(folder, 'notes.yaml');
  writeFileSync(file, text);
  writeFileSync(join(folder, 'sample.json'), sample);
  const { config } = load(`mappings: ${folder}
reload: ${reload}
destinations: {salon: {baseUrl: "https://calendar.example.com", token: a-long-token-of-the-salon}}
sources: {website: {verify: {type: none}}}
`);
  if (!config) throw new Error('the config cannot be used');
  const known = { catalog: first };
  const account = { catalog: known.catalog };
  const used: MappingFolder[] = [];
  const log: { msg: string; mapping?: string; reason?: string; next?: string }[] = [];
  const bridge = {
    readCatalogs() {
      known.catalog = account.catalog;
    },
    useMappings: async (next: MappingFolder) => void used.push(next),
    planning: vi.fn(() => ({
      source: (name: string) => config.sources.get(name),
      destination: (name: string) => {
        const destination = config.destinations.get(name);
        return destination && { config: destination, catalog: known.catalog };
      },
      now: Date.now(),
    })),
  };
  const logger = pino({}, { write: line => void log.push(JSON.parse(line)) });
  const pace = { lookEvery: 50, settle: 50, gone: 500, maxWait: 1_000, readEvery: 60_000, hint: 5 };
  endings.push(watchMappings(config, readMappings(folder, disk), bridge as never, logger as never, { pace }));
  return {
    log,
    planned: bridge.planning,
    known,
    account,
    write: (next: string) => writeFileSync(file, next),
    writeSample: (next: string) => writeFileSync(join(folder, 'sample.json'), next),
    has: (msg: string) => expect.poll(() => log.map(each => each.msg)).toContain(msg),
    /** Returns the text of the version in use after this number of changes, and why the file is not used. */
    async after(changes: number) {
      await vi.waitFor(() => expect(used.length).toBe(changes), { timeout: 60_000, interval: 20 });
      const last = used.at(-1);
      return {
        red: last?.diagnostics.flatMap(({ code, message }) =>
          code === 'mapping/test-fails' ? [message] : [],
        ),
        versions: last?.mappings.map(({ version }) => version),
        faulty: last?.faulty.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message)),
      };
    },
  };
}

const versionOf = (text: string) => {
  const folder = mkdtempSync(join(root, 'version-'));
  writeFileSync(join(folder, 'notes.yaml'), text);
  return readMappings(folder, disk).mappings.map(({ version }) => version);
};

it('keeps the last good version of a mapping whose test fails, and reports that, until the test passes', async () => {
  const bridge = bridgeWith(mapping('note'));
  bridge.write(mapping('{value: other}'));
  expect(await bridge.after(1)).toMatchObject({
    versions: versionOf(mapping('note')),
    faulty: ['the changed mapping is not used: its test "a customer" gives another value for note'],
  });
  expect(bridge.log.find(each => each.reason !== undefined)).toMatchObject({
    msg: 'changed mapping not in use',
    mapping: 'notes',
    next: expect.stringContaining('`fieldbridge test notes`'),
  });
  expect(JSON.stringify(bridge.log)).not.toContain('Window seat');
  bridge.write(mapping('{from: note}'));
  expect(await bridge.after(2)).toMatchObject({ versions: versionOf(mapping('{from: note}')), faulty: [] });
  expect(bridge.log.map(({ msg }) => msg)).toContain('changed mapping in use');
});

it('keeps it if the account refuses the mapping, and uses the new version after the account has changed', async () => {
  const bridge = bridgeWith(mapping('note'));
  bridge.write(withField);
  expect(await bridge.after(1)).toMatchObject({
    versions: versionOf(mapping('note')),
    faulty: ['the changed mapping is not used: salon has no field "shoe"'],
  });
  bridge.known.catalog = catalogOf({ version: 'v2', fields: [fieldOf({ keyName: 'shoe' })] });
  expect(await bridge.after(2)).toMatchObject({ versions: versionOf(withField), faulty: [] });
});

it('reads the account again if it refuses a mapping, since both may have been changed together', async () => {
  const bridge = bridgeWith(mapping('note'));
  bridge.account.catalog = catalogOf({ version: 'v2', fields: [fieldOf({ keyName: 'shoe' })] });
  bridge.write(withField);
  await bridge.after(1);
  expect(await bridge.after(2)).toMatchObject({ versions: versionOf(withField), faulty: [] });
});

it('uses every readable change without this option', async () => {
  const bridge = bridgeWith(mapping('note'), 'always');
  bridge.write(mapping('{value: other}'));
  expect(await bridge.after(1)).toMatchObject({ versions: versionOf(mapping('{value: other}')), faulty: [] });
});

it('uses a refused mapping once the sample of its test is corrected, though its own text stays', async () => {
  const bridge = bridgeWith(withSample('note'));
  bridge.write(withSample('{from: remark}'));
  await bridge.after(1);
  await bridge.has('changed mapping not in use');
  bridge.writeSample(JSON.stringify({ customer: 1001, remark: 'Window seat' }));
  expect(await bridge.after(2)).toEqual({
    versions: versionOf(withSample('{from: remark}')),
    faulty: [],
    red: [],
  });
  expect(bridge.log.map(({ msg }) => msg)).toContain('changed mapping in use');
});

it('reports a mapping of the start whose test fails, until the test passes', async () => {
  const bridge = bridgeWith(withSample('note'), 'checked', sampleOf('Aisle'));
  const red = ['the mapping notes is in use, although its test "a customer" gives another value for note'];
  expect(await bridge.after(1)).toEqual({ versions: versionOf(withSample('note')), faulty: [], red });
  expect(bridge.log).toEqual([
    expect.objectContaining({
      msg: 'mapping in use although a test fails',
      mapping: 'notes',
      reason: red[0],
      next: expect.stringContaining('`fieldbridge test notes`'),
    }),
  ]);
  expect(JSON.stringify(bridge.log)).not.toContain('Aisle');
  bridge.writeSample(sampleOf('Window seat'));
  expect(await bridge.after(2)).toMatchObject({ faulty: [], red: [] });
});

it('judges the tests of the start when the account is known, because it may have a format of its own', async () => {
  const bridge = bridgeWith(withSample('note'), 'checked', sampleOf('Aisle'), null);
  await expect.poll(() => bridge.planned.mock.calls.length).toBeGreaterThan(1);
  expect(bridge.log).toEqual([]);
  bridge.known.catalog = catalogOf({ fields: [] });
  const { red } = await bridge.after(1);
  expect(red).toHaveLength(1);
});

it('reports a mapping that stays in use although a test fails after its change was refused', async () => {
  const bridge = bridgeWith(withSample('note'), 'checked', sampleOf('Aisle'));
  await bridge.after(1);
  bridge.write(withSample('{value: other}'));
  const { red, faulty } = await bridge.after(2);
  expect(red).toHaveLength(1);
  expect(faulty).toHaveLength(1);
});

it('reports no mapping of the start whose tests pass, nor any without this option', async () => {
  const green = bridgeWith(mapping('note'));
  const always = bridgeWith(withSample('note'), 'always', sampleOf('Aisle'));
  green.write(mapping('{from: note}'));
  always.write(withSample('{from: note}'));
  expect(await green.after(1)).toMatchObject({ red: [] });
  expect(await always.after(1)).toMatchObject({ red: [] });
  const msgs = [...green.log, ...always.log].map(({ msg }) => msg);
  expect(msgs).not.toContain('mapping in use although a test fails');
});
