import { describe, expect, it } from 'vitest';
import { parse } from './evaluate-yaml.ts';
import { followed, noteAfter, noteMapping } from './followed.ts';

const payload = { name: 'Anna', plan: 'gold', vip: 'ja' };
const codesOf = (text: string) => parse(text).diagnostics.map(({ place, code }) => `${place?.line} ${code}`);

describe('a # after a text without quotes', () => {
  it.each([
    ['note:\n  value: Instagram #salon', 'Instagram #salon'],
    ['note:\n  value: Instagram #salon  ', 'Instagram #salon'],
    ['note:\n  value: Instagram  #salon #berlin', 'Instagram  #salon #berlin'],
    ['note:\n  value: Haus #3', 'Haus #3'],
    ['note:\n  value: #salon', '#salon'],
    ['note:\n  value: Über #München', 'Über #München'],
    ['note:\n  value: "a" und \'b\' #c'.replace('"a"', 'x'), "x und 'b' #c"],
    ['note:\n  value: sagt "ja" #c', 'sagt "ja" #c'],
    ['note:\n  value: Texte\\neu #1', 'Texte\\neu #1'],
    ['note:\n  value:\tInstagram #salon', 'Instagram #salon'],
    ['note:\n  template: Hallo {name} #neu', 'Hallo Anna #neu'],
    ['note:\n  template: Nr. {nr} #neu', 'Nr. 1 #neu'],
    ['note:\n  from: nichts\n  default: Kunde #0', 'Kunde #0'],
    ['note:\n  from: plan\n  values:\n    gold: VIP #1', 'VIP #1'],
    ['note:\n  from: plan\n  values: {x: y}\n  otherwise: Rest #9', 'Rest #9'],
    ['note:\n  value: Instagram #salon\n  because: so', 'Instagram #salon'],
    ['note:\n    value: Instagram #Salon_1', 'Instagram #Salon_1'],
    ['note:\n  value: 10 #x', '10 #x'],
    ['note:\n  value: Instagram #salon # ein Vermerk', 'Instagram #salon # ein Vermerk'],
    ['note:\n  value: *nichts'.replace('*nichts', 'a, b #c'), 'a, b #c'],
    ["note:\n  value: Anna's #1", "Anna's #1"],
  ])('is reported, with the line that sends it: %j', async (rule, sent) => {
    expect(await noteAfter(rule, payload)).toBe(sent);
    expect(codesOf(noteMapping(rule))).toContain(
      `${6 + rule.split('\n').findIndex(each => each.includes('#'))} yaml/swallowed-text`,
    );
  });

  it.each([
    'note:\n  value: Instagram # salon',
    'note:\n  value: Instagram #',
    'note:\n  value: Instagram ##',
    'note:\n  value: Instagram #---',
    'note:\n  value: Instagram#salon',
    'note:\n  value: "Instagram" #salon',
    "note:\n  value: 'Instagram' #salon",
    'note: #salon\n  value: Instagram',
    'note: name #der_Name',
    'note:\n  from: name #der_Name',
    'note:\n  from: name\n  as: text #Text',
    'note:\n  from: nichts\n  required: false #nein',
    'note:\n  value: |\n    Instagram #salon',
    'note:\n  value: >-\n    Instagram\n    #salon',
    '#Kommentar\nnote: name',
    'note: name\n#customerStatus: plan',
    'note:\n  from: name\n  default: 5 # Punkte',
    'note:\n  from: plan\n  values: #Tabelle\n    gold: VIP',
    'note:\n  value: [a, b] #Liste',
    'note: {value: a} #Text',
  ])('is a comment if it cannot be anything else: %j', rule => {
    expect(codesOf(noteMapping(rule)).filter(each => each.includes('swallowed'))).toEqual([]);
  });

  it('is a comment at the head of the file, where no free texts are', () => {
    const text = noteMapping('note: name', 'when: vip = "ja" #nur\nmaxAge: 7d #Woche\n').replace(
      'operation: updateCustomer',
      'operation: updateCustomer #Kunde',
    );
    expect(codesOf(text)).toEqual([]);
  });
});

const pairs = [
  '“”',
  '„“',
  '„”',
  '”“',
  '«»',
  '»«',
  '‟”',
  '″″',
  '〝〞',
  '〝〟',
  '＂＂',
  '❝❞',
  '‘’',
  '‚‘',
  '‚’',
  '‹›',
  '›‹',
  '‛’',
  '′′',
  '＇＇',
  '´´',
];

describe('typographic quotes around a text', () => {
  it.each(pairs)('are reported if they would be sent: %s', async ([open = '', close = '']) => {
    const text = (inside: string) => `${open}${inside}${close}`;
    for (const [rule, sent] of [
      [`note: {value: ${text('Stammkunde')}}`, 'Stammkunde'],
      [`note:\n  value: ${text('Stammkunde, neu')}`, 'Stammkunde, neu'],
      [`note: {from: nichts, default: ${text('-')}}`, '-'],
      [`note: {from: vip, values: {${text('ja')}: ${text('VIP')}}}`, 'VIP'],
      [`note: {from: vip, values: {x: y}, otherwise: ${text('a: b')}}`, 'a: b'],
      [`note:\n  template: ${text('Hallo Anna')}`, 'Hallo Anna'],
      [`note: ${text('Stammkunde')}`, 'Stammkunde'],
      [`note: ${text('Hallo {name}')}`, 'Hallo Anna'],
      [`note: vip = ${text('ja')} ? name`, 'Anna'],
    ] as const) {
      expect(await noteAfter(rule, payload), rule).toBe(sent);
    }
  });

  it('are reported for names at the head of the file too', async () => {
    const text = noteMapping('note: name').replace('salon', '„salon“').replace('website', '“website”');
    const { left, sent } = await followed(text, { nr: 1, ...payload });
    expect({ left, sent }).toMatchObject({ left: [], sent: { note: 'Anna' } });
  });

  it.each([
    'note: {value: "“Stammkunde”"}',
    "note: {value: '„Stammkunde“'}",
    'note: {value: Er sagt „ja“}',
    'note: {value: „ja“ und „nein“}',
    'note: {value: „ja}',
    'note: {value: l’âge}',
    'note: {value: rock ’n’ roll}',
    'note: {template: "„{name}“"}',
    'note: {from: vip, values: {ja: "„VIP“"}}',
    'note:\n  value: |\n    „VIP“',
  ])('are kept if they are intended: %s', rule => {
    expect(codesOf(noteMapping(rule))).toEqual([]);
  });

  it('are kept in tests, which contain the texts of a sender', () => {
    expect(codesOf(noteMapping('note: name').replace('nr: 1', 'nr: 1, name: „Anna“'))).toEqual([]);
  });
});

describe('a key of a table without a value', () => {
  it.each([
    ['note: {from: plan, values: {gold: VIP, sehr, silber: Neu}}', 'VIP, sehr'],
    ['note: {from: plan, values: {gold: VIP, sehr}}', 'VIP, sehr'],
    ['note: {from: plan, values: {silber: Neu, gold: VIP, sehr, wichtig}}', 'VIP, sehr, wichtig'],
  ])('is reported, with the text that it belongs to: %s', async (rule, sent) => {
    expect(await noteAfter(rule, payload)).toBe(sent);
  });

  it('is not reported for null or an empty value', () => {
    expect(codesOf(noteMapping('note: {from: plan, values: {gold: VIP, neu: null, alt: }}'))).toEqual([]);
    expect(codesOf(noteMapping('note:\n  from: plan\n  values:\n    gold: VIP\n    neu:'))).toEqual([]);
  });
});
