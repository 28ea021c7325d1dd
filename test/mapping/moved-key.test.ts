import { describe, expect, it } from 'vitest';
import { checkWith, mappingOf, storedOf } from '../check/trials.ts';
import { type Harness, startHarness } from '../deliver/harness.ts';
import { evaluateYaml } from './evaluate-yaml.ts';

/** Returns the warnings about an event of a mapping with these fields, a name, and these samples. */
async function warningsOf(
  fields: string,
  samples: readonly unknown[],
  event: unknown,
): Promise<readonly string[]> {
  const tests = samples.map((payload, at) => ({ name: `t${at}`, payload, skips: true }));
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields: {firma: firma, ${fields}}\ntests: ${JSON.stringify(tests)}\n`;
  const evaluation = await evaluateYaml(text, { payload: event });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, message }) => (code === 'mapping/renamed-question' ? [message] : []));
}

const news = 'news: {from: newsletter, as: boolean}';
const of = (each: object) => ({ nr: 7, firma: 'X', ...each });

const moved: readonly (readonly [string, readonly unknown[], unknown])[] = [
  [news, [of({ newsletter: 'ja' })], of({ Newsletter: 'nein' })],
  [news, [of({ newsletter: 'ja' })], of({ NEWSLETTER: false })],
  [news, [of({ newsletter: 'ja' })], of({ news_letter: 'nein' })],
  [news, [of({ newsletter: 'ja' })], of({ consents: { newsletter: 'nein' } })],
  [news, [of({ newsletter: 'ja' })], of({ data: { consents: { newsletter: 'nein' } } })],
  [news, [of({ newsletter: 'ja' }), of({})], of({ Newsletter: 'nein' })],
  ['news: newsletter = "ja"', [of({ newsletter: 'ja' })], of({ Newsletter: 'nein' })],
  [
    'news: \'$contains(newsletter, "ja")\'',
    [of({ newsletter: 'ja' })],
    of({ consents: { newsletter: 'nein' } }),
  ],
  ['mail: {from: mail_offen, as: boolean}', [of({ mail_offen: true })], of({ mailOffen: false })],
  ['mail_ok: {from: mail_offen, as: boolean}', [of({ mail_offen: true })], of({ c: { mail_offen: false } })],
  [
    'sms_ok: {from: client.consents.sms, as: boolean}',
    [of({ client: { consents: { sms: true } } })],
    of({ client: {}, consents: { sms: false } }),
  ],
  [
    'sms_ok: {from: client.consents.sms, as: boolean}',
    [of({ client: { consents: { sms: true } } })],
    of({ client: { consents: { SMS: false } } }),
  ],
  ['steuer: vat.period', [of({ vat: { period: 'Q1' } })], of({ vat: { Period: 'Q2' } })],
  ['frist: frist', [of({ frist: '31.03.2027' })], of({ data: { frist: '30.04.2027' } })],
  ['frist: data.frist', [of({ data: { frist: '31.03.2027' } })], of({ frist: '30.04.2027' })],
];

const fine: readonly (readonly [string, readonly unknown[], unknown])[] = [
  [news, [of({ newsletter: 'ja' })], of({})],
  [news, [of({ newsletter: 'ja' })], of({ newsletter: 'nein', consents: { newsletter: 'nein' } })],
  [news, [of({ newsletter: 'ja' }), of({ Newsletter: 'nein' })], of({ Newsletter: 'nein' })],
  [news, [of({ newsletter: 'ja', old: { newsletter: 'nein' } })], of({ old: { newsletter: 'nein' } })],
  [news, [of({ newsletter: 'ja' })], of({ consents: { newsletter: null } })],
  [news, [of({ newsletter: 'ja' })], of({ consents: { newsletter: { at: '2026-11-01' } } })],
  [news, [of({ newsletter: 'ja' })], of({ consents: { newsletter_id: 'ja' } })],
  ["news: 'newsletter ?? mailing'", [of({ newsletter: 'ja' })], of({ mailing: 'ja', Newsletter: 'nein' })],
  ['news: newsletter, info: Newsletter', [of({ newsletter: 'ja' })], of({ Newsletter: 'nein' })],
  [news, [of({ type: 'signup', newsletter: 'ja' })], of({ type: 'order', buyer: { newsletter: 'nein' } })],
  ['tel: phone', [of({ phone: '+41791234567' })], of({ parents: { phone: '+41791234567' } })],
  ['tag: date', [of({ date: '2026-11-01' })], of({ invoice: { date: '2026-11-02' } })],
  ['frist: frist', [of({ frist: '31.03.2027' }), of({})], of({ data: { frist: '30.04.2027' } })],
  [
    'frist: a.frist',
    [of({ a: { frist: '31.03.2027', x: 1 } })],
    of({ a: { x: 2 }, b: { frist: '30.04.2027' } }),
  ],
];

describe('the key of a value in other capitals or at another place', () => {
  it.each(moved)('is told for %s: %j and %j', async (fields, samples, event) => {
    const [first, ...others] = await warningsOf(fields, samples, event);
    expect(first).toMatch(
      /and the event does not(?:, so nothing is read; the same key is there|; at the same place)/,
    );
    expect(others).toEqual([]);
    expect(await warningsOf(fields, [...samples, event], event)).toEqual([]);
    for (const each of samples) expect(await warningsOf(fields, samples, each)).toEqual([]);
  });

  it.each(fine)('is not told for %s: %j and %j', async (fields, samples, event) => {
    expect(await warningsOf(fields, samples, event)).toEqual([]);
  });

  it('is told although nothing else is sent', async () => {
    const event = { nr: 7, Newsletter: 'nein' };
    expect(await warningsOf(news, [of({ newsletter: 'ja' })], event)).toHaveLength(1);
  });
});

it('is told by check for a stored event, once', async () => {
  const mapping = mappingOf(['additionalFields:', `  ${news}`, '  firma: firma'], {
    tests: [{ customer: 7, ...of({ newsletter: 'ja' }) }],
  });
  const told = async (...stored: readonly object[]) => {
    const found = await checkWith(
      mapping,
      storedOf(...stored.map(each => ({ customer: 7, firma: 'X', ...each }))),
    );
    return found.filter(({ path }) => path === 'additionalFields.news').map(({ code }) => code);
  };
  expect(await told({ newsletter: 'ja' }, { consents: { newsletter: 'nein' } })).toEqual([
    'mapping/renamed-question',
  ]);
  expect(await told({ Newsletter: 'nein' })).toHaveLength(1);
  expect(await told({ newsletter: 'ja' }, {})).toEqual([]);
});

let harness: Harness;

const conditions: readonly (readonly [string, object, object])[] = [
  ['status = "neu"', { status: 'neu' }, { data: { status: 'neu' } }],
  ['status = "neu"', { status: 'neu' }, { Status: 'neu' }],
  ['$not(status = "storniert")', { status: 'neu' }, { data: { status: 'storniert' } }],
  ['$not(data.status = "storniert")', { data: { status: 'neu' } }, { status: 'storniert' }],
  ['typ = "kunde"', { typ: 'kunde' }, { meta: { typ: 'kunde' } }],
  ['$not(abgesagt)', { abgesagt: false }, { termin: { abgesagt: true } }],
  ['$not(abgesagt = true)', { abgesagt: false }, { Abgesagt: true }],
  ['form.id = "f1"', { form: { id: 'f1' } }, { Form: { id: 'f1' } }],
  ['land in ["CH", "LI"]', { land: 'CH' }, { kunde: { land: 'DE' } }],
  ['type = "rental"', { type: 'rental' }, { pupil: { type: 'rental' } }],
  ['$not(action = "delete")', { action: 'change' }, { data: { action: 'delete' } }],
  ['event = "booked"', { event: 'booked' }, { meta: { event: 'booked' } }],
  ['kind = "trial"', { kind: 'trial' }, { lesson: { kind: 'trial' } }],
];

const otherConditions: readonly (readonly [string, object, object])[] = [
  ['status = "neu"', { status: 'neu' }, {}],
  ['status = "neu"', { status: 'neu' }, { status: 'alt', data: { status: 'neu' } }],
  ['status = "neu"', { status: 'neu', data: { status: 'neu' } }, { data: { status: 'neu' } }],
  ['status = "neu" or data.status = "neu"', { status: 'neu' }, { data: { status: 'neu' } }],
  ['id = 7', { id: 7 }, { kunde: { id: 7 } }],
];

describe('the key of a condition at another place', () => {
  const told = async (condition: string, sample: object, payload: object) => {
    const text = `source: crm\ndestination: salon\noperation: updateCustomer\nwhen: '${condition}'\nset:\n  id: customer\n  note: note\ntests: ${JSON.stringify([{ name: 'one', payload: { customer: 1001, note: 'a', ...sample }, expect: [{ id: '1001' }] }])}\n`;
    harness = await startHarness({ mappings: { crm: text } });
    const id = await harness.send({ customer: 1002, note: 'b', ...payload });
    await harness.run();
    const { diagnostics } = await harness.event(id);
    await harness.close();
    return diagnostics.flatMap(({ message }) => (/^when(?: reads|: )/.test(message) ? [message] : []));
  };

  it.each(conditions)('is told for %s: %j and %j', async (condition, sample, event) => {
    expect(await told(condition, sample, event)).toHaveLength(1);
    expect(await told(condition, sample, sample)).toEqual([]);
  });

  it.each(otherConditions)('is not told for %s: %j and %j', async (condition, sample, event) => {
    expect(await told(condition, sample, event)).toEqual([]);
  });
});
