import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogSnapshot } from '../../src/booking/catalog/field.ts';
import { mappingInput } from '../../src/deliver/planning/mapping-input.ts';
import { type Captured, captureEvent } from '../../src/history/capture/capture-event.ts';
import { vocabularyOf } from '../../src/history/capture/vocabulary.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { appendTest } from '../../src/mapping/tests/append-test.ts';
import { readTest } from '../../src/mapping/tests/read-test.ts';
import { runMappingTests } from '../../src/mapping/tests/run-tests.ts';
import { type Harness, startHarness } from '../deliver/harness.ts';
import { type SenderEvent, senderEvents } from './sender-events.ts';

let harness: Harness;
let catalog: CatalogSnapshot | null;
let events: readonly SenderEvent[];

beforeAll(async () => {
  harness = await startHarness({ mappings: {} });
  await harness.run();
  catalog = harness.bridge.catalog('salon');
  events = await senderEvents();
});
afterAll(() => harness.close());

/** People and things in the samples, collected by hand. */
const people =
  /\bAda\b|Mara|Musterfrau|\bRobin\b|Beispiel|Renée|ada@|ada\+form|robin@|Berg &|S[öo]hne|Nüsse|Pollen|pollen\b|\bNuts\b|15112345678|1234-5678|203\.0\.113|Parfüm|friend|Example Street|Deirdre|c-77|1990-12-10|1988-03-14|14\.03\.1988/;

/** Ids of forms do not belong to people. */
const formIds = ['65429eadebe8a9f3a30f62d0'];

async function captured({ mapping, source, archived }: SenderEvent): Promise<Captured> {
  const made = await captureEvent(archived, {
    mapping,
    source,
    catalog,
    destinations: ['salon'],
    name: 'captured',
    linked: '7700123',
  });
  if ('reason' in made)
    throw new Error(`${made.reason}: ${made.diagnostics.map(each => each.message).join('; ')}`);
  return made;
}

/** Returns everything that a capture writes. */
function written({ test, place }: Captured): string {
  const body = 'body' in place ? place.body : JSON.stringify(place.event);
  return `${body}\n${JSON.stringify(test)}`;
}

/** Returns the texts of a value without its keys, also those inside JSON texts. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    if (/^[[{]/.test(value) && value !== '[secret]') return textsOf(JSON.parse(value));
    return [value];
  }
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('a test from a stored event', () => {
  it('is created from every sample of every sender', async () => {
    expect(events.length).toBeGreaterThan(50);
    const failing: string[] = [];
    for (const each of events) {
      await captured(each).catch(error => failing.push(`${each.title}: ${error.message}`));
    }
    expect(failing).toEqual([]);
  });

  it('keeps a choice and a status that its rule finds in another case', () => {
    const why = (as: string) => {
      const text = `source: crm
destination: salon
operation: updateCustomer
set: {id: customer, additionalFields: {hair.type: {from: hair${as}}, interests: {from: wishes${as && `${as}s`}}}}
`;
      const { mapping } = parseMapping('/m/choice.yaml', text, { readFile: () => Buffer.alloc(0) });
      if (!mapping) throw new Error('the mapping cannot be read');
      const vocabulary = vocabularyOf(mapping, undefined, { catalog, destinations: ['salon'] });
      return ['LOCKIG', ' pflege ', 'Lockenstab'].map(vocabulary.why);
    };
    expect(why(', as: choice')).toEqual(['a choice of hair.type', 'a choice of interests', undefined]);
    expect(why('')).toEqual([undefined, undefined, undefined]);
  });

  it('keeps a header that only the destination depends on', async () => {
    const [some] = events;
    if (!some) throw new Error('there are no samples');
    const text = `source: crm
destination: {from: '$headers."x-location"', values: {north: salon}}
operation: updateCustomer
set: {id: customer, note: note}
`;
    const { mapping } = parseMapping('/m/north.yaml', text, { readFile: () => Buffer.alloc(0) });
    if (!mapping) throw new Error('the mapping cannot be read');
    const body = Buffer.from('{"customer": 1001, "note": "early"}');
    const reading = { kind: 'json', charset: 'utf-8' } as const;
    const headers = { 'content-type': 'application/json', 'x-location': 'north', 'x-other': 'north' };
    const { payload: _, ...event } = { ...some.archived.event, source: 'crm', body, reading, headers };
    const { test } = await captured({ ...some, mapping, archived: { ...some.archived, event } });
    expect(test.headers).toEqual({ 'x-location': 'north' });
  });

  it('expects the call after the link is known, if the event waits for its link', async () => {
    const [some] = events;
    if (!some) throw new Error('there are no samples');
    const text = `source: crm
destination: salon
operation: updateCustomer
link: contact
set: {id: $linked, note: note}
`;
    const { mapping } = parseMapping('/m/linked.yaml', text, { readFile: () => Buffer.alloc(0) });
    if (!mapping) throw new Error('the mapping cannot be read');
    const body = Buffer.from('{"contact": "c-1", "note": "early"}');
    const reading = { kind: 'json', charset: 'utf-8' } as const;
    const { payload: _, ...event } = { ...some.archived.event, source: 'crm', body, reading };
    const archived = { ...some.archived, event, calls: [] };
    const made = await captureEvent(archived, {
      mapping,
      source: some.source,
      catalog,
      destinations: ['salon'],
      name: 'captured',
      linked: undefined,
    });
    if ('reason' in made) throw new Error(made.reason);
    expect(made.test).toMatchObject({ linked: '1001', expect: [{ id: '1001' }] });
    expect(made.lost).toEqual([]);
  });

  it("keeps the name of the event's destination", async () => {
    const [some] = events;
    if (!some) throw new Error('there are no samples');
    const text = `source: crm
destination: {from: place}
operation: updateCustomer
set: {id: customer, note: note}
`;
    const { mapping } = parseMapping('/m/place.yaml', text, { readFile: () => Buffer.alloc(0) });
    if (!mapping) throw new Error('the mapping cannot be read');
    const body = Buffer.from('{"customer": 1001, "note": "salon note", "place": "salon"}');
    const reading = { kind: 'json', charset: 'utf-8' } as const;
    const { payload: _, ...event } = { ...some.archived.event, source: 'crm', body, reading };
    const made = await captured({ ...some, mapping, archived: { ...some.archived, event } });
    expect(written(made)).toMatch(/"place": ?"salon"/);
    expect(written(made)).not.toContain('salon note');
  });

  it('contains nothing personal', async () => {
    const found: string[] = [];
    for (const each of events) {
      const text = written(await captured(each));
      const known = `${each.text} ${catalog?.fields.flatMap(field => field.selectItems ?? []).join(' ')}`;
      const input = mappingInput(each.archived.event, each.source);
      const questions = Object.keys(input.answers ?? {});
      const personal = textsOf(input.body).filter(
        value =>
          (value.includes('@') ||
            /\d{5}/.test(value) ||
            (/\p{L} \p{L}/u.test(value) && !/\?$/.test(value))) &&
          !known.includes(value) &&
          !questions.includes(value) &&
          !formIds.includes(value),
      );
      for (const value of personal) {
        if (text.includes(JSON.stringify(value).slice(1, -1))) found.push(`${each.title}: ${value}`);
      }
      const name = people.exec(text);
      if (name) found.push(`${each.title}: ${name[0]} in ${text.slice(name.index - 60, name.index + 60)}`);
    }
    expect(found).toEqual([]);
  });

  it('makes the mapping send the same parameters as the event', async () => {
    const lost: string[] = [];
    for (const each of events) {
      const made = await captured(each);
      if (made.lost.length > 0) lost.push(`${each.title}: ${made.lost.join(', ')}`);
    }
    // The mapping searches a free text for words, and reports that it no longer finds them.
    expect(lost).toEqual([
      'github.json 1: additionalFields.allergies',
      'github.txt 1: additionalFields.allergies',
    ]);
  });

  it('passes after it was added to the mapping, which is otherwise unchanged', async () => {
    for (const each of events) {
      const { mapping, source, text } = each;
      const made = await captured(each);
      const payload = 'event' in made.place ? made.place.event : 'captured.json';
      const bytes = Buffer.from('body' in made.place ? made.place.body : '');
      const changed = appendTest(text, { ...made.test, payload });
      expect(changed.startsWith(text.trimEnd())).toBe(true);
      const read = parseMapping(mapping.file, changed, { readFile: () => bytes });
      expect(read.mapping?.tests.length).toBe(mapping.tests.length + 1);
      const last = read.mapping?.tests.slice(-1) ?? [];
      const results = read.mapping
        ? await runMappingTests(
            { ...read.mapping, tests: last },
            { people: source.people, read: test => readTest(source, test) },
          )
        : [];
      expect({ title: each.title, results }).toMatchObject({
        title: each.title,
        results: [{ passed: true, differences: [] }],
      });
    }
  });

  it('is the same each time', async () => {
    for (const each of events.slice(0, 10))
      expect(written(await captured(each))).toBe(written(await captured(each)));
  });
});
