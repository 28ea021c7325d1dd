import { describe, expect, it } from 'vitest';
import { trialScope } from '../../src/check/data/trial.ts';
import { renamedParts } from '../../src/mapping/doubts/changed-form/renamed-part.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { checkWith, mappingOf, storedOf } from '../check/trials.ts';
import { codesOf, evaluateYaml, fieldMapping, fieldOf } from './evaluate-yaml.ts';

type Answer = unknown;

const phone = { full: '(347) 123-4567' };
const person = { first: 'Max', last: 'Muster' };
const address = { addr_line1: 'Weg 1', addr_line2: '2. Stock', city: 'Bozen', postal: '39100' };
const day = { day: '1', month: '2', year: '1990' };

/** Returns a webhook of a form in which the question `q` has this answer, and an object beside the form has it too. */
function webhook(answer: Answer) {
  return {
    customer: '7',
    contact: { mail: 'a@example.com', q: answer },
    rawRequest: { q3_number: '7', q5_q: answer },
  };
}

function eventOf(answer: Answer) {
  const payload = webhook(answer);
  const [trial] = storedOf(payload);
  if (!trial) throw new Error('no event');
  const input = { ...trial.input, answers: answersOf('jotform', payload) };
  return { trial: { input }, scope: trialScope({ input }, { needsBody: false }) };
}

function found(rule: string, samples: readonly Answer[], event: Answer) {
  const mapping = mappingOf(['additionalFields:', `  f: ${rule.includes(' : ') ? `'${rule}'` : rule}`], {
    tests: samples.map(webhook),
  });
  return renamedParts(mapping, eventOf(event).scope);
}

/** The rule, the answers of the sample and of the event, and the text of the hint with its value, if there is one. */
type Case = readonly [rule: string, sample: Answer, event: Answer, cure?: readonly [string, string]];

const gone: readonly Case[] = [
  [
    '{answer: q.full, as: phone, country: IT}',
    phone,
    { area: '347', phone: '1234568' },
    ["template: '{$answers.q.area}{$answers.q.phone}'", '+393471234568'],
  ],
  [
    '{answer: q.full, as: phone, country: IT}',
    phone,
    { country: '43', area: '664', phone: '1234567' },
    ["template: '+{$answers.q.country}{$answers.q.area}{$answers.q.phone}'", '+436641234567'],
  ],
  [
    '{from: $answers.q.full, as: phone, country: IT}',
    phone,
    { country: '+43', area: '664', phone: '1234567' },
    ["template: '{$answers.q.country}{$answers.q.area}{$answers.q.phone}'", '+436641234567'],
  ],
  ['{answer: q.full, as: phone, country: IT}', phone, { country: 'AT', area: '664', phone: '1234567' }],
  [
    '{answer: q.full, as: phone, country: DE}',
    phone,
    { vorwahl: '0151', nummer: '23456789' },
    ["template: '{$answers.q.vorwahl}{$answers.q.nummer}'", '+4915123456789'],
  ],
  [
    '{answer: q.full, as: phone, country: FR}',
    phone,
    { numero: '06 12 34 56 78' },
    ["template: '{$answers.q.numero}'", '+33612345678'],
  ],
  ['{answer: q.phone, as: phone, country: IT}', { area: '347', phone: '1234567' }, { full: '347 123 4568' }],
  ['{answer: q.first}', person, { vorname: 'Eva', nachname: 'Huber' }, ['answer: q.vorname', 'Eva']],
  ['{answer: q.last}', person, { vorname: 'Eva', nachname: 'Huber' }, ['answer: q.nachname', 'Huber']],
  ['{answer: q.last}', person, { first: 'Eva', family: 'Huber' }, ['answer: q.family', 'Huber']],
  ['{answer: q.first}', person, { prénom: 'Ève', nom: 'Petit' }, ['answer: q.prénom', 'Ève']],
  ['$answers.q.first', person, { nome: 'Eva', cognome: 'Rossi' }, ['$answers.q.nome', 'Eva']],
  ['{answer: q.last}', person, { voornaam: 'Eva', achternaam: 'Vos' }, ['answer: q.achternaam', 'Vos']],
  ['{answer: q.last}', person, { nombre: 'Eva', apellido: 'Vega' }, ['answer: q.apellido', 'Vega']],
  [
    '{answer: q.full}',
    { full: 'Max Muster' },
    { first: 'Eva', last: 'Huber' },
    ["template: '{$answers.q.first} {$answers.q.last}'", 'Eva Huber'],
  ],
  ['{answer: q.first}', person, { name: 'Eva Huber' }],
  [
    '{answer: q.middle}',
    { ...person, middle: 'B' },
    { vorname: 'Eva', zweitname: 'C', nachname: 'H' },
    ['answer: q.zweitname', 'C'],
  ],
  ['{answer: q.city}', address, { straße: 'Weg 2', ort: 'Meran', plz: '39012' }, ['answer: q.ort', 'Meran']],
  [
    '{answer: q.postal}',
    address,
    { rue: 'Rue 1', ville: 'Lyon', codePostal: '69001' },
    ['answer: q.codePostal', '69001'],
  ],
  ['{answer: q.year}', day, { tag: '1', monat: '2', jahr: '1990' }, ['answer: q.jahr', '1990']],
  ['$answers.q.day & "." & $answers.q.year', day, { a: '1', b: '1990' }],
  [
    '$uppercase($answers.q.first)',
    person,
    { vorname: 'Eva', nachname: 'Huber' },
    ['$answers.q.vorname', 'EVA'],
  ],
  ['{answer: q.Farbe}', { Farbe: 'rot' }, { Couleur: 'rouge' }],
  ['contact.q.first', person, { vorname: 'Eva', nachname: 'Huber' }, ['contact.q.vorname', 'Eva']],
  ['contact.q.last', person, { given: 'Eva', family: 'Huber' }, ['contact.q.family', 'Huber']],
  [
    '{from: contact.q.full, as: phone, country: IT}',
    phone,
    { country: '39', area: '347', number: '1234567' },
    ["template: '+{contact.q.country}{contact.q.area}{contact.q.number}'", '+393471234567'],
  ],
];

const quiet: readonly (readonly [string, string, readonly Answer[], Answer])[] = [
  ['the part is there', '{answer: q.full}', [phone], { full: '1', area: '2' }],
  [
    'a sample has the parts of the event',
    '{answer: q.full}',
    [phone, { area: '1', phone: '2' }],
    { area: '3', phone: '4' },
  ],
  [
    'a sample has all parts',
    '{answer: q.full}',
    [{ full: '1', area: '1', phone: '2' }],
    { area: '3', phone: '4' },
  ],
  ['the object is empty', '{answer: q.full}', [phone], {}],
  ['the parts are empty', '{answer: q.full}', [phone], { area: '', phone: '' }],
  ['nothing is answered', '{answer: q.full}', [phone], null],
  ['the answer is a text', '{answer: q.full}', [phone], '0347 1234567'],
  ['a middle name is missing', '{answer: q.middle}', [{ ...person, middle: 'B' }], person],
  [
    'a middle name is missing beside a new title',
    '{answer: q.middle}',
    [{ ...person, middle: 'B' }],
    { ...person, prefix: 'Dr.' },
  ],
  [
    'a second line is missing',
    '{answer: q.addr_line2}',
    [address],
    { addr_line1: 'Weg 2', city: 'Meran', postal: '39012' },
  ],
  ['a known part is missing', '{answer: q.last}', [person], { first: 'Eva' }],
  ['there is no sample', '{answer: q.full}', [], { area: '347', phone: '1234568' }],
  ['the sample has a text', '{answer: q.full}', ['0347 1234567'], { area: '347', phone: '1234568' }],
  ['the own text is missing', '{answer: q.other}', [{ other: 'A friend' }], { 0: 'Google' }],
  ['another option is ticked', '{answer: q.Knee}', [{ Knee: true }], { Hip: true }],
  [
    'the rule reads the whole value too',
    '$answers.q.full ? $answers.q.full : $string($answers.q)',
    [phone],
    { area: '347' },
  ],
  [
    'the rule reads the new part',
    '$answers.q.full ? $answers.q.full : $answers.q.phone',
    [phone],
    { phone: '347 1234568' },
  ],
  [
    'another path has the value',
    '$answers.q.full ? $answers.q.full : contact.mail',
    [phone],
    { phone: '347 1234568' },
  ],
  ['an object has other keys', 'contact.q.sms', [{ sms: 'ja', nr: 1 }], { nr: 1, hobby: 'Chess' }],
  [
    'an object has a key of another kind',
    'contact.q.phone',
    [{ phone: '1', first: 'A' }],
    { first: 'B', city: 'Bozen' },
  ],
  ['an object has keys of programs', '{answer: q.full}', [phone], { updated_at: '2026-01-01' }],
];

describe('a part of an answer or of an object under other names', () => {
  it.each<readonly [string, Answer, Answer, readonly [string, string] | undefined]>(
    gone.map(([rule, sample, event, cure]) => [rule, sample, event, cure] as const),
  )('is reported: %s, %j became %j', async (rule, sample, event, cure) => {
    const [one, ...more] = found(rule, [sample], event);
    expect(one).toMatchObject({
      code: 'mapping/renamed-question',
      severity: 'warning',
      path: 'additionalFields.f',
    });
    expect(more).toEqual([]);
    const [, written, old = ''] = /, write (.+) in place of (.+), and renew/.exec(one?.hint ?? '') ?? [];
    expect(written).toBe(cure?.[0]);
    if (!cure || !written) {
      expect(one?.hint).toContain('look which of ');
      return;
    }
    expect(rule).toContain(old);
    expect(await fieldOf(rule.replace(old, written), givenBy(event))).toMatchObject({
      set: { text: cure[1] },
    });
  });

  it.each(quiet)('is not reported if %s', (_, rule, samples, event) => {
    expect(found(rule, samples, event)).toEqual([]);
  });

  it('is reported once for a rule that reads several parts', () => {
    const rule = "{template: '{$answers.q.day}.{$answers.q.month}.'}";
    const [one, ...more] = found(rule, [day], { tag: '1', monat: '2', jahr: '1990' });
    expect(one?.message).toContain('the parts "day", "month" of $answers.q, ');
    expect(one?.hint).toContain(
      'write $answers.q.tag in place of $answers.q.day, and $answers.q.monat in place of $answers.q.month, and renew',
    );
    expect(more).toEqual([]);
  });

  it('is reported at check for a stored event, and at the event', async () => {
    const mapping = mappingOf(['additionalFields:', '  f: {from: contact.q.first}'], {
      tests: [webhook(person)],
    });
    const [stored] = storedOf(webhook({ vorname: 'Eva', nachname: 'Huber' }));
    const told = await checkWith(mapping, stored ? [stored] : []);
    expect(told.map(({ code, path }) => `${code} ${path}`)).toContain(
      'mapping/renamed-question additionalFields.f',
    );
    expect(told.find(({ code }) => code === 'mapping/renamed-question')?.message).toContain(
      '"vorname", "nachname"',
    );
    const tests = `tests: ${JSON.stringify([{ name: 'a', payload: webhook(person), expect: [] }])}\n`;
    const evaluation = await evaluateYaml(
      `${fieldMapping('{answer: q.first}')}${tests}`,
      givenBy({ vorname: 'Eva', nachname: 'Huber' }),
    );
    expect(codesOf(evaluation)).toContain('mapping/renamed-question');
  });
});

function givenBy(answer: Answer) {
  const payload = webhook(answer);
  return { payload, answers: answersOf('jotform', payload) };
}
