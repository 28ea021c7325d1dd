import { describe, expect, it } from 'vitest';
import { checkCall } from '../../src/check/call/check-call.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf, listed, now } from './catalog.ts';

const fields = [
  fieldOf({
    keyName: 'kasse',
    name: 'Krankenkasse',
    type: 'selection',
    selectItems: ['Privat', 'gesetzlich', 'Selbstzahler', 'Beihilfe'],
  }),
  fieldOf({ keyName: 'topics', type: 'checkbox_group', selectItems: ['Cut', 'Color', 'Other'] }),
  fieldOf({ keyName: 'text' }),
];

async function reported(line: string, payload: object): Promise<readonly string[]> {
  const mapping = mappingOf(
    `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  note: text\n  ${line}\n`,
  );
  const event = { id: 'e1', source: 'website', receivedAt: new Date(now).toISOString() };
  const whole = { nr: 7, text: 'x', ...payload };
  const input = { payload: whole, answers: undefined, headers: {}, query: {}, body: whole, event };
  const evaluation = await evaluate(mapping, input, { people: 'crm', findLink: async () => undefined });
  if (evaluation.kind !== 'call') throw new Error(JSON.stringify(evaluation));
  const catalog = catalogOf({ fields, ...listed(now, 'Neukunde', 'Stammkunde', 'VIP') });
  const verdict = checkCall(evaluation.call, {
    destination: 'salon',
    policy: mapping,
    validators: 'fail',
    now,
    catalog,
  });
  return verdict.diagnostics.map(({ code }) => code).filter(code => code === 'check/unnamed-choice');
}

const kasse = (rule: string) => `additionalFields: {kasse: ${rule}}`;
const written = (rule: string) => kasse(`'${rule}'`);
const privateOrPublic = written('kasse = "privat" ? "Privat" : "gesetzlich"');

describe('a choice of the account for which a rule sends another one', () => {
  it.each([
    [privateOrPublic, { kasse: 'Selbstzahler' }],
    [privateOrPublic, { kasse: 'selbstzahler' }],
    [privateOrPublic, { kasse: ' Beihilfe ' }],
    [written('"privat" = kasse ? "Privat" : "gesetzlich"'), { kasse: 'Selbstzahler' }],
    [written('kasse != "privat" ? "gesetzlich" : "Privat"'), { kasse: 'Selbstzahler' }],
    [written('kasse in ["privat", "PKV"] ? "Privat" : "gesetzlich"'), { kasse: 'Beihilfe' }],
    [written('$lowercase(kasse) = "privat" ? "Privat" : "gesetzlich"'), { kasse: 'Selbstzahler' }],
    [written('$contains(kasse, "privat") ? "Privat" : "gesetzlich"'), { kasse: 'Selbstzahler' }],
    [written('kasse = "p" ? "Privat" : kasse = "b" ? "Beihilfe" : "gesetzlich"'), { kasse: 'Selbstzahler' }],
    [written('kasse = "selbst" ? "Selbstzahler" : "gesetzlich"'), { kasse: 'Selbstzahler' }],
    [written('kasse = "privat" ? "Privat" : "gesetzlich"'), { kasse: 'SELBSTZAHLER' }],
    [written('data.kasse = "privat" ? "Privat" : "gesetzlich"'), { data: { kasse: 'Beihilfe' } }],
    [written('$not(kasse = "privat") ? "gesetzlich" : "Privat"'), { kasse: 'Beihilfe' }],
    [kasse('{from: kasse, values: {privat: Privat}, otherwise: gesetzlich}'), { kasse: 'Selbstzahler' }],
    [kasse('{from: kasse, values: {privat: Privat}, otherwise: gesetzlich}'), { kasse: ['Selbstzahler'] }],
    ['additionalFields: {topics: {from: t, values: {cut: Cut}, otherwise: Other}}', { t: ['cut', 'Color'] }],
    [
      kasse('{from: kasse, values: {privat: Privat, gkv: gesetzlich}, otherwise: gesetzlich}'),
      { kasse: 'Beihilfe' },
    ],
    [kasse(`{from: 'kasse = "privat" ? "Privat" : "gesetzlich"', as: choice}`), { kasse: 'Selbstzahler' }],
    [`additionalFields: {topics: 'topic = "cut" ? "Cut" : "Other"'}`, { topic: 'Color' }],
    [`customerStatus: 'stufe = "neu" ? "Neukunde" : "Stammkunde"'`, { stufe: 'VIP' }],
    [`customerStatus: 'stufe = "gold" ? "VIP" : "Neukunde"'`, { stufe: 'Stammkunde' }],
    [`customerStatus: {from: stufe, values: {gold: VIP}, otherwise: Neukunde}`, { stufe: 'Stammkunde' }],
  ])('is reported: %s of %j', async (line, payload) => {
    expect(await reported(line, payload)).toEqual(['check/unnamed-choice']);
  });

  it.each([
    [privateOrPublic, { kasse: 'privat' }],
    [privateOrPublic, { kasse: 'gesetzlich' }],
    [privateOrPublic, { kasse: 'Gesetzlich' }],
    [privateOrPublic, { kasse: 'AOK' }],
    [privateOrPublic, { kasse: '' }],
    [privateOrPublic, {}],
    [written('kasse = "privat" ? "Privat" : kasse'), { kasse: 'Selbstzahler' }],
    [written('kasse = "Selbstzahler" ? "Privat" : "gesetzlich"'), { kasse: 'Selbstzahler' }],
    [written('kasse = "selbstzahler" ? "Privat" : "gesetzlich"'), { kasse: 'Selbstzahler' }],
    [written('$contains(kasse, "zahler") ? "Privat" : "gesetzlich"'), { kasse: 'Selbstzahler' }],
    [
      kasse('{from: kasse, values: {Selbstzahler: Privat}, otherwise: gesetzlich}'),
      { kasse: 'Selbstzahler' },
    ],
    [kasse('{from: kasse, values: {privat: Privat}, otherwise: null}'), { kasse: 'Selbstzahler' }],
    [
      kasse('{from: kasse, values: {privat: Privat}, otherwise: gesetzlich, because: they pay us}'),
      { kasse: 'Beihilfe' },
    ],
    [
      kasse(`{from: 'kasse = "privat" ? "Privat" : "gesetzlich"', because: it is billed like that}`),
      { kasse: 'Selbstzahler' },
    ],
    [kasse('kasse'), { kasse: 'Selbstzahler' }],
    [kasse('{from: kasse, as: choice}'), { kasse: 'selbstzahler' }],
    [`additionalFields: {text: 'kasse = "privat" ? "Privat" : "gesetzlich"'}`, { kasse: 'Selbstzahler' }],
    [`customerStatus: 'stufe = "gold" ? "VIP" : "Neukunde"'`, { stufe: 'silber' }],
    [`customerStatus: 'stufe = "gold" ? "VIP" : "Neukunde"'`, { stufe: 'Neukunde' }],
    [
      written('kasse = "privat" and alter > 18 ? "Privat" : "gesetzlich"'),
      { kasse: 'Selbstzahler', alter: 20 },
    ],
  ])('is not reported: %s of %j', async (line, payload) => {
    expect(await reported(line, payload)).toEqual([]);
  });
});
