import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { presets } from '../../../src/receive/senders/senders.ts';
import { fieldbridge, openSandbox, plainFolder, type RunOptions } from '../command-line.ts';

const root = resolve(import.meta.dirname, '../../..');
const mappings = ['mappings', 'mappings/samples/senders'].flatMap(folder =>
  readdirSync(join(root, folder))
    .filter(name => name.endsWith('.yaml'))
    .map(name => `${folder}/${name}`),
);

const checkers = new Map<string, Promise<ValidateFunction>>();

/**
 * Creates a validator from the schema that the command prints, with an independent library. Equal arguments share one
 * validator, because the schema is the same.
 */
function checkerOf(
  argv: readonly string[],
  optionsOf?: () => Promise<RunOptions>,
): Promise<ValidateFunction> {
  const words = argv.join(' ');
  const made = checkers.get(words) ?? makeChecker(argv, optionsOf);
  checkers.set(words, made);
  return made;
}

async function makeChecker(
  argv: readonly string[],
  optionsOf = async (): Promise<RunOptions> => ({}),
): Promise<ValidateFunction> {
  const options = await optionsOf();
  const ran = await fieldbridge(['schema', ...argv], options);
  expect({ status: ran.status, err: ran.err }).toEqual({ status: 0, err: '' });
  return new Ajv({ strictTypes: false, allErrors: true, keywords: editorKeywords }).compile(
    JSON.parse(ran.out),
  );
}

const editorKeywords = ['markdownDescription', 'enumDescriptions'].map(keyword => ({ keyword }));

function read(path: string): Record<string, unknown> {
  return parse(readFileSync(join(root, path), 'utf8'));
}

function faultsOf(check: ValidateFunction, value: unknown): readonly string[] {
  return check(value) ? [] : (check.errors ?? []).map(each => `${each.instancePath}: ${each.message}`);
}

describe('schema config', () => {
  it('accepts the example config, and one of every preset', async () => {
    const check = await checkerOf(['config']);
    expect(faultsOf(check, read('config.example.yaml'))).toEqual([]);
    const sources = Object.fromEntries([...presets.keys()].map(preset => [preset, { preset, secret: 'x' }]));
    expect(faultsOf(check, { sources })).toEqual([]);
    expect(faultsOf(check, { sources: { a: { preset: `\${PRESET}` } } })).toEqual([]);
  });

  it.each([
    ['a misspelt key', { soruces: {} }],
    ['a section that is a number', { sources: 3 }],
    ['a preset that does not exist', { sources: { a: { preset: 'tipeform' } } }],
    ['a duration without a unit', { retention: { failed: '5' } }],
    [
      'a key of another verify',
      { sources: { a: { verify: { type: 'basic', username: 'x', algorithm: 'sha1' } } } },
    ],
  ])('refuses %s', async (_, config) => {
    const check = await checkerOf(['config']);
    expect(faultsOf(check, { ...read('config.example.yaml'), ...config })).not.toEqual([]);
  });

  it('shows an editor the meaning of a key, its default, an example, and each preset', async () => {
    const { out } = await fieldbridge(['schema', 'config']);
    expect(out).toContain(
      'How long an event is kept after it was delivered or skipped\\n\\nAllowed: a duration from 1s to 3650d\\n\\nDefault: `30d`',
    );
    expect(out).toContain('For example: `events`');
    expect(out).toMatch(/"enumDescriptions": \[\s+"ActiveCampaign/);
  });
});

describe('schema mapping', () => {
  it.each(mappings)('accepts %s', async path => {
    expect(faultsOf(await checkerOf(['mapping']), read(path))).toEqual([]);
  });

  const intake = () => read('mappings/intake.yaml');
  it.each([
    ['a misspelt key', { sest: {} }],
    ['an operation that does not exist', { operation: 'update' }],
    ['a parameter of the other operation', { set: { id: 'a', privacy: 'b' } }],
    ['no id', { set: { note: 'a' } }],
    ['a conversion that does not exist', { set: { id: 'a', note: { from: 'b', as: 'datum' } } }],
    ['a test that expects nothing at all', { tests: [{ name: 'a', payload: {} }] }],
    [
      'a test that expects two things',
      { tests: [{ name: 'a', payload: {}, skips: true, fails: 'mapping/invalid-value' }] },
    ],
  ])('refuses %s', async (_, change) => {
    expect(faultsOf(await checkerOf(['mapping']), { ...intake(), ...change })).not.toEqual([]);
  });
});

describe('schema mapping --live', () => {
  const salon = { source: 'form', destination: 'salon', operation: 'updateCustomer' };
  const withFields = (additionalFields: unknown) => ({ ...salon, set: { id: 'a', additionalFields } });

  function live() {
    return checkerOf(['mapping', '--live'], async () => ({ directory: plainFolder(await openSandbox()) }));
  }

  it.each([
    ['known fields', withFields({ allergies: 'a', 'lead.source': { value: 'Website' } })],
    [
      'choices, one, several, or joined',
      withFields({ interests: { value: ['Farbe', 'Pflege'], default: 'Farbe,Pflege' } }),
    ],
    [
      'choices of a table',
      withFields({ interests: { from: 'a', values: { x: 'Farbe', y: null }, otherwise: null } }),
    ],
    ['a status that is known', { ...salon, set: { id: 'a', customerStatus: { value: 'Stammkunde' } } }],
    [
      'a status that may exist all the same',
      { ...salon, set: { id: 'a', customerStatus: { value: 'VIP' } } },
    ],
    [
      'a destination by a rule, whose fields are unknown',
      { ...salon, destination: { from: 'a' }, set: { id: 'a', additionalFields: { x: 'a' } } },
    ],
  ])('accepts %s', async (_, mapping) => {
    expect(faultsOf(await live(), mapping)).toEqual([]);
  });

  it.each([
    ['a field that does not exist', withFields({ allergy: 'a' })],
    ['a field that cannot be set', withFields({ portrait: 'a' })],
    ['a field of the appointment in an update', withFields({ 'appointment.wish': 'a' })],
    ['a choice that does not exist', withFields({ interests: { value: 'Piercing' } })],
    [
      'a choice of a table that does not exist',
      withFields({ interests: { from: 'a', values: { x: 'Piercing' } } }),
    ],
    ['a source that does not exist', { ...withFields({ allergies: 'a' }), source: 'from' }],
    ['a destination that does not exist', { ...withFields({ allergies: 'a' }), destination: 'salom' }],
  ])('refuses %s', async (_, mapping) => {
    expect(faultsOf(await live(), mapping)).not.toEqual([]);
  });

  it('describes a field with its display name, its type and its choices', async () => {
    const directory = plainFolder(await openSandbox());
    const { out } = await fieldbridge(['schema', 'mapping', '--live'], { directory });
    expect(out).toContain(
      'Interessen (checkbox_group). any of: Haarschnitt, Farbe, Pflege, Styling, Kosmetik',
    );
    expect(out).toContain('Known of salon: \\"Stammkunde\\"; there may be more.');
  });

  it('uses stored fields with --offline, and none if there are none', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox);
    const ran = await fieldbridge(['schema', 'mapping', '--live', '--offline'], { directory });
    expect(ran).toMatchObject({ status: 3, out: '' });
    expect(ran.err).toContain(
      'salon was not asked (its fields are not saved yet; run `fieldbridge fields --save`)',
    );
    expect(ran.err).toContain('no live name is known; without --live, the schema needs none');
    expect(sandbox.calls()).toEqual([]);
  });
});

describe('schema --write', () => {
  it('writes the file, and explains how an editor finds it', async () => {
    const directory = plainFolder(await openSandbox());
    const ran = await fieldbridge(['schema', 'mapping', '--write', 'mapping.schema.json'], { directory });
    expect(ran).toMatchObject({ status: 0, err: '' });
    expect(ran.out).toContain('# yaml-language-server: $schema=PATH/TO/mapping.schema.json');
    const printed = await fieldbridge(['schema', 'mapping']);
    expect(readFileSync(join(directory, 'mapping.schema.json'), 'utf8')).toBe(printed.out);
    const wrong = await fieldbridge(['schema', 'config', '--write', 'none/a.json'], { directory });
    expect(wrong.status).toBe(3);
    expect(wrong.err).toContain('none/a.json cannot be written (ENOENT)');
  });
});

describe('the schema of a mapping in an editor', () => {
  /** Returns every schema of a property, with its name. */
  function properties(schema: unknown): readonly (readonly [string, Record<string, unknown>])[] {
    if (typeof schema !== 'object' || schema === null) return [];
    const own = Object.entries(
      (schema as { properties?: Record<string, Record<string, unknown>> }).properties ?? {},
    );
    return [...own, ...Object.values(schema).flatMap(properties)];
  }

  it('has a type beside a completed name only if the colon follows it', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox);
    const ran = await fieldbridge(['schema', 'mapping', '--live'], { directory });
    const found = properties(JSON.parse(ran.out)).filter(([, each]) => each.description !== undefined);
    const bare = found.filter(
      ([, { type, anyOf, examples, const: only }]) => (type ?? anyOf ?? examples ?? only) === undefined,
    );
    expect(bare.map(([name]) => name)).toEqual([]);
    expect(found.map(([name]) => name)).toEqual(
      expect.arrayContaining(['lead.source', 'customerStatus', 'as']),
    );
  });

  it('describes a field with the data of the account, not with the general description of rules', async () => {
    const ran = await fieldbridge(['schema', 'mapping']);
    const { definitions } = JSON.parse(ran.out);
    expect(definitions.rule).toMatchObject({ type: ['string', 'object'], additionalProperties: false });
    expect(Object.keys(definitions.rule)).not.toEqual(expect.arrayContaining(['description']));
    expect(Object.keys(definitions.rule)).not.toEqual(expect.arrayContaining(['anyOf']));
  });
});
