import { describe, expect, it, onTestFinished } from 'vitest';
import type { MappingView } from '../../../src/deliver/bridge.ts';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import { type Harness, startHarness } from '../harness.ts';

const minute = 60_000;

/** A mapping that sets a note, and fields by the given rules. */
function mapping(fields: string, more = ''): string {
  return `
source: crm
destination: salon
when: kind = "update"
${more}operation: updateCustomer
set: {id: customer, note: note, additionalFields: ${fields}}
`;
}

/** A mapping that sets a note, and the status by a rule. */
function status(rule: string, kind: string): string {
  return `
source: crm
destination: salon
when: kind = "${kind}"
operation: updateCustomer
set: {id: customer, note: note, customerStatus: ${rule}}
`;
}

/** A bridge that knows the account, with an empty log. */
async function start(mappings: Record<string, string>, refresh = '1m'): Promise<Harness> {
  const harness = await startHarness({ mappings, destination: `catalog: {refresh: ${refresh}}` });
  onTestFinished(() => harness.close());
  await harness.run();
  harness.log.length = 0;
  return harness;
}

async function viewOf(harness: Harness, name = 'update'): Promise<MappingView> {
  const found = (await harness.bridge.mappings()).find(each => each.name === name);
  if (!found) throw new Error(`no mapping ${name}`);
  return found;
}

/** The reports about the account and mappings. */
const accountReports = (harness: Harness) =>
  harness.log.filter(each => /^(account|mapping) /.test(each.what));
const reportNames = (harness: Harness) => accountReports(harness).map(each => each.what);
const field = (harness: Harness, body: object) => harness.sandbox.control('fields', body);
const codes = (view: MappingView) => view.diagnostics.map(each => each.code);

it('marks a mapping whose field was archived, reports that once, and once that it is valid again', async () => {
  const harness = await start({ update: mapping('{allergies: allergies}') });
  field(harness, { action: 'archive', keyName: 'allergies' });
  await harness.later(2 * minute);
  expect(await viewOf(harness)).toMatchObject({
    held: null,
    diagnostics: [{ code: 'check/unknown-field', place: { line: 6 } }],
    changes: [
      { at: expect.any(String), what: 'the field "allergies" (Allergien) is gone (archived or deleted)' },
    ],
  });
  expect(accountReports(harness)).toEqual([
    {
      what: 'account changed',
      details: {
        destination: 'salon',
        changes: ['the field "allergies" (Allergien) is gone (archived or deleted)'],
      },
    },
    {
      what: 'mapping has errors',
      details: {
        mapping: 'update',
        found: ['update.yaml:6:52 check/unknown-field'],
        changes: ['the field "allergies" (Allergien) is gone (archived or deleted)'],
      },
    },
  ]);
  for (let times = 0; times < 3; times += 1) {
    const id = await harness.send({ kind: 'update', customer: 1002, note: `no ${times}` });
    await harness.later(2 * minute);
    expect((await harness.event(id)).status).toBe('delivered');
  }
  expect(accountReports(harness).length).toBe(2);
  field(harness, { action: 'restore', keyName: 'allergies' });
  await harness.later(2 * minute);
  await harness.later(2 * minute);
  expect(reportNames(harness).slice(2)).toEqual(['account changed', 'mapping valid again']);
  expect(await viewOf(harness)).toMatchObject({ diagnostics: [], changes: [] });
});

it('holds a mapping that must fail, with its queued calls, until the account changes back', async () => {
  const harness = await start({
    update: mapping('{lead.source: {value: Website}}'),
    other: mapping('{allergies: allergies}').replace('"update"', '"other"'),
  });
  await harness.bridge.pause('salon');
  const queued = await harness.send({ kind: 'update', customer: 1002, note: 'before' });
  const others = await harness.send({ kind: 'other', customer: 1003, note: 'not hit' });
  await harness.run();
  field(harness, { action: 'rename', keyName: 'lead.source', to: 'origin' });
  await harness.bridge.resume('salon');
  await harness.later(2 * minute);
  const later = await harness.send({ kind: 'update', customer: 1002, note: 'after' });
  await harness.run();
  for (const id of [queued, later]) {
    expect(await harness.event(id)).toMatchObject({
      status: 'held',
      calls: [{ attempts: [], reason: expect.stringContaining('was renamed to "origin"') }],
    });
  }
  expect((await harness.event(others)).status).toBe('delivered');
  expect(await viewOf(harness)).toMatchObject({
    held: { reason: 'the field "lead.source" of salon was renamed to "origin" (Aufmerksam geworden durch)' },
    calls: { held: 2 },
    diagnostics: [{ hint: 'change line 6: write origin' }],
  });
  expect(reportNames(harness)).toEqual(['account changed', 'mapping held']);
  field(harness, { action: 'change', keyName: 'allergies', type: 'text' });
  await harness.later(2 * minute);
  await harness.later(2 * minute);
  expect((await harness.event(queued)).status).toBe('held');
  expect(reportNames(harness).slice(2)).toEqual(['account changed']);
  field(harness, { action: 'rename', keyName: 'origin', to: 'lead.source' });
  await harness.later(2 * minute);
  for (const id of [queued, later]) expect((await harness.event(id)).status).toBe('delivered');
  expect(harness.sandbox.customer(1002)?.updates.map(each => each.note)).toEqual(['before', 'after']);
  expect(reportNames(harness).slice(3)).toEqual(['account changed', 'mapping released']);
});

it('releases a held mapping once its file is corrected', async () => {
  const harness = await start({ update: mapping('{lead.source: {value: Website}}') });
  field(harness, { action: 'rename', keyName: 'lead.source', to: 'origin' });
  await harness.later(2 * minute);
  const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
  await harness.run();
  expect((await harness.event(id)).status).toBe('held');
  await harness.use({ update: mapping('{leadsource: {value: Website}}') });
  expect(await harness.event(id)).toMatchObject({
    status: 'held',
    reason: expect.stringContaining('"leadsource"'),
  });
  await harness.use({ update: mapping('{origin: {value: Website}}') });
  expect((await harness.event(id)).status).toBe('delivered');
  expect(reportNames(harness).at(-1)).toBe('mapping released');
});

it('reports of each further change only the new findings, also warnings', async () => {
  const harness = await start({ update: mapping('{allergies: allergies, member.code: {value: AB-1234}}') });
  field(harness, { action: 'archive', keyName: 'allergies' });
  await harness.later(2 * minute);
  field(harness, { action: 'change', keyName: 'member.code', validatorRegexp: '(?=lookahead)' });
  await harness.later(2 * minute);
  expect(harness.log.filter(each => each.what.startsWith('mapping')).map(each => each.details)).toEqual([
    {
      mapping: 'update',
      found: [expect.stringContaining('unknown-field')],
      changes: [expect.stringContaining('gone')],
    },
    {
      mapping: 'update',
      found: [expect.stringContaining('unreadable-validator')],
      changes: [expect.stringContaining('validator')],
    },
  ]);
});

it('only marks a mapping that drops unknown fields', async () => {
  const harness = await start({
    update: mapping('{lead.source: {value: Website}}', 'onUnknownField: drop\n'),
  });
  field(harness, { action: 'archive', keyName: 'lead.source' });
  await harness.later(2 * minute);
  const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
  await harness.run();
  expect((await harness.event(id)).status).toBe('delivered');
  expect(codes(await viewOf(harness))).toEqual(['check/unknown-field']);
  expect((await viewOf(harness)).held).toBeNull();
});

it.each([
  [
    'a field that takes other choices',
    '{hair.type: {value: lockig}}',
    { keyName: 'hair.type', selectItems: ['glatt', 'wellig'] },
    'check/not-a-choice',
    'the field "hair.type" (Haartyp): its choices "lockig", "kraus" are gone',
  ],
  [
    'a field that became a picture',
    '{lead.source: source, allergies: {from: allergies, required: true}}',
    { keyName: 'allergies', type: 'image' },
    'check/unsupported-type',
    'the field "allergies" (Allergien): its type was textArea, now image',
  ],
  [
    'a field with another validator',
    '{member.code: {value: AB-1234}}',
    { keyName: 'member.code', validatorRegexp: '^[0-9]+$' },
    'check/validator',
    'its validator was ^[A-Z]{2}-\\d{4}$, now ^[0-9]+$',
  ],
])('holds a mapping for %s', async (_, fields, change, code, words) => {
  const harness = await start({ update: mapping(fields) });
  field(harness, { action: 'change', ...change });
  await harness.later(2 * minute);
  const view = await viewOf(harness);
  expect(codes(view)).toEqual([code]);
  expect(view.held?.reason).toContain(words);
  expect(view.changes).toMatchObject([{ what: expect.stringContaining(words) }]);
});

it('marks a mapping that may clear a field which has become required', async () => {
  const harness = await start({ update: mapping('{allergies: {from: allergies, whenEmpty: clear}}') });
  field(harness, { action: 'change', keyName: 'allergies', valueRequired: true });
  await harness.later(2 * minute);
  expect(await viewOf(harness)).toMatchObject({
    held: null,
    diagnostics: [{ code: 'check/required-field' }],
    changes: [{ what: expect.stringContaining('it was optional, now required') }],
  });
});

it('checks every mapping again after a refusal listed the status names, and reports the affected ones', async () => {
  const harness = await start({
    gone: status('{value: VIP}', 'gone'),
    hit: status('{from: level, values: {high: VIP, low: Stammkunde}}', 'hit'),
    fine: status('{value: Stammkunde}', 'fine'),
  });
  harness.sandbox.control('statuses', { action: 'remove', name: 'VIP' });
  const id = await harness.send({ kind: 'gone', customer: 1002, note: 'called' });
  await harness.run();
  expect((await harness.event(id)).status).toBe('held');
  const hit = accountReports(harness).filter(each => /^mapping (held|has errors)$/.test(each.what));
  expect(hit).toMatchObject([
    { what: 'mapping held', details: { mapping: 'gone', code: 'check/unknown-status' } },
    { what: 'mapping has errors', details: { mapping: 'gone', found: [expect.any(String)] } },
    { what: 'mapping has errors', details: { mapping: 'hit', found: [expect.any(String)] } },
  ]);
  expect((await viewOf(harness, 'hit')).held).toBeNull();
  expect((await viewOf(harness, 'fine')).diagnostics).toEqual([]);
  harness.sandbox.control('statuses', { action: 'add', name: 'VIP' });
  await harness.later(11 * minute);
  expect((await harness.event(id)).status).toBe('delivered');
});

it('sends a refuted status name again after ten minutes, even without another look at the account', async () => {
  const harness = await start(
    { update: status('{value: VIP}', 'update'), hit: status('{value: VIP}', 'hit') },
    '10h',
  );
  harness.sandbox.control('statuses', { action: 'remove', name: 'VIP' });
  const first = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
  await harness.run();
  const second = await harness.send({ kind: 'hit', customer: 1003, note: 'called' });
  await harness.run();
  harness.sandbox.control('statuses', { action: 'add', name: 'VIP' });
  await harness.later(9 * minute);
  for (const id of [first, second]) expect((await harness.event(id)).status).toBe('held');
  expect((await harness.event(second)).calls[0]?.attempts).toEqual([]);
  await harness.store.discard(first);
  await harness.later(2 * minute);
  expect((await harness.event(second)).status).toBe('delivered');
});

it('remembers over a restart which findings were reported, and detects changes made in between', async () => {
  const harness = await start({ update: mapping('{allergies: allergies, interests: topics}') });
  field(harness, { action: 'archive', keyName: 'allergies' });
  await harness.later(2 * minute);
  const [before] = (await viewOf(harness)).changes;
  await harness.restart();
  field(harness, { action: 'archive', keyName: 'interests' });
  await harness.run();
  expect((await viewOf(harness)).changes).toEqual([
    before,
    { at: expect.any(String), what: expect.stringContaining('"interests"') },
  ]);
});

it('restores a hold after a restart without reporting it as new, and without sending a call', async () => {
  const harness = await start({ update: mapping('{lead.source: {value: Website}}') });
  field(harness, { action: 'archive', keyName: 'lead.source' });
  await harness.later(2 * minute);
  const { held } = await viewOf(harness);
  const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
  await harness.restart();
  await harness.later(2 * minute);
  expect((await harness.event(id)).status).toBe('held');
  expect((await viewOf(harness)).held).toEqual(held);
});

it('keeps a mapping held after a call proved it faulty, even if the account changes elsewhere', async () => {
  const harness = await start({ update: mapping('{alergies: allergies}') });
  const id = await harness.send({ kind: 'update', customer: 1002, allergies: 'Nuts' });
  await harness.run();
  const { held } = await viewOf(harness);
  expect(held).not.toBeNull();
  field(harness, { action: 'change', keyName: 'hair.type', selectItems: ['glatt'] });
  await harness.later(2 * minute);
  field(harness, { action: 'add', keyName: 'alergies', type: 'text' });
  expect((await viewOf(harness)).held).toEqual(held);
  await harness.later(2 * minute);
  expect((await harness.event(id)).status).toBe('delivered');
  expect(reportNames(harness).filter(each => each.startsWith('mapping'))).toEqual([
    'mapping held',
    'mapping released',
  ]);
});

/** Two destinations for two locations of the account, and a mapping whose destination is a rule. */
async function startTwo(rule: string, fields: string): Promise<Harness> {
  const text = mapping(fields).replace('destination: salon', `destination: ${rule}`);
  const harness = await startHarness({
    mappings: { update: text },
    destination: 'catalog: {refresh: 1m}',
    more: ({ url, tokens }) =>
      `  other: {baseUrl: "${url}", token: ${tokens.nord}, catalog: {refresh: 1m}}\n`,
  });
  onTestFinished(() => harness.close());
  await harness.run();
  harness.log.length = 0;
  return harness;
}

describe('a mapping whose destination is a rule', () => {
  const only = (harness: Harness, locationId: number | null) =>
    field(harness, { action: 'change', keyName: 'lead.source', specificForLocationId: locationId });

  it.each(['{from: place, values: {a: salon, b: other}}', '{from: place}'])(
    'is held if it must fail at each destination, until one of them fits: %s',
    async rule => {
      const harness = await startTwo(rule, '{lead.source: {value: Website}}');
      only(harness, 2);
      await harness.later(2 * minute);
      expect(await viewOf(harness)).toMatchObject({ held: null });
      field(harness, { action: 'archive', keyName: 'lead.source' });
      await harness.later(2 * minute);
      const reason = expect.stringContaining('"lead.source"');
      expect(new Set(codes(await viewOf(harness)))).toEqual(new Set(['check/unknown-field']));
      expect(await viewOf(harness)).toMatchObject({ held: { reason } });
      const place = rule === '{from: place}' ? 'other' : 'b';
      const id = await harness.send({ kind: 'update', customer: 1002, note: 'called', place });
      await harness.later(2 * minute);
      expect(await harness.event(id)).toMatchObject({ status: 'held', calls: [{ attempts: [] }] });
      await harness.restart();
      await harness.later(2 * minute);
      expect((await viewOf(harness)).held).not.toBeNull();
      field(harness, { action: 'restore', keyName: 'lead.source' });
      await harness.later(2 * minute);
      await harness.later(2 * minute);
      expect((await viewOf(harness)).held).toBeNull();
      expect((await harness.event(id)).calls).not.toMatchObject([{ status: 'held' }]);
    },
  );

  it('is marked but not held if only some of its destinations refuse it', async () => {
    const harness = await startTwo(
      '{from: place, values: {a: salon, b: other}}',
      '{lead.source: {value: Website}}',
    );
    only(harness, 2);
    await harness.later(2 * minute);
    expect(await viewOf(harness)).toMatchObject({
      held: null,
      diagnostics: [{ code: 'check/unknown-field' }],
    });
  });
});

it('is held and released at the next look if the store could not write it before', async () => {
  const harness = await start({ update: mapping('{lead.source: {value: Website}}') });
  const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
  await harness.bridge.pause('salon');
  await harness.run();
  const { store } = harness;
  const { holdMapping, releaseMapping } = store;
  const full = async () => {
    throw new StoreUnavailable('the disk is full');
  };
  store.holdMapping = full;
  field(harness, { action: 'archive', keyName: 'lead.source' });
  await harness.bridge.resume('salon');
  await expect(harness.later(2 * minute)).rejects.toThrow('full');
  store.holdMapping = holdMapping;
  await harness.later(1_000);
  expect((await harness.event(id)).status).toBe('held');
  expect(reportNames(harness)).toContain('mapping held');
  store.releaseMapping = full;
  field(harness, { action: 'restore', keyName: 'lead.source' });
  await expect(harness.later(2 * minute)).rejects.toThrow('full');
  store.releaseMapping = releaseMapping;
  await harness.later(1_000);
  expect((await harness.event(id)).status).toBe('delivered');
  expect(reportNames(harness).at(-1)).toBe('mapping released');
});
