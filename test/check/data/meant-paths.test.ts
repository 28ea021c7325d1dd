import { describe, expect, it } from 'vitest';
import { disproved } from '../../../src/check/data/disproved.ts';
import { checkLiterals } from '../../../src/check/data/names/check-literals.ts';
import type { Mapping } from '../../../src/mapping/mapping.ts';
import { checkWith, mappingOf, samplesOf, storedOf } from '../trials.ts';

const payload = {
  customer: 1001,
  mail: 'a@example.com',
  firstName: 'Anna',
  birthDate: '1990-05-03',
  straße: 'Am Markt 1',
  'Postal code': '89073',
  contact: { lastName: 'Muster', phones: [{ mobileNumber: '0151' }] },
  stufe: 'Neukunde',
};

type Given = { readonly sample?: object; readonly stored?: readonly object[] };

async function hintsOf(mapping: Mapping, { stored = [] }: Given): Promise<readonly string[]> {
  const found = await checkWith(mapping, storedOf(...stored));
  return found.flatMap(({ code, hint }) => (code === 'check/path-never-matches' ? [hint ?? ''] : []));
}

function mappingWith(line: string, { sample }: Given): Mapping {
  return mappingOf([line], { tests: sample ? [sample] : [] });
}

/** Returns the hints about a path, and whether it is known to be a path and not a literal. */
async function said(line: string, given: Given) {
  const mapping = mappingWith(line, given);
  const trials = [...(await samplesOf(mapping)), ...storedOf(...(given.stored ?? []))];
  const isPath = disproved(mapping, trials, use => use.place).some(
    ({ code, place }) => code === 'expression/plain-word' && place.line > 6,
  );
  return { hints: await hintsOf(mapping, given), isPath };
}

const misspelt: readonly (readonly [line: string, meant: string])[] = [
  ['note: Mail', 'mail'],
  ['note: MAIL', 'mail'],
  ['note: firstname', 'firstName'],
  ['note: FirstName', 'firstName'],
  ['note: first_name', 'firstName'],
  ['note: birthdate', 'birthDate'],
  ['note: Strasse', 'straße'],
  ['note: contact.lastname', 'contact.lastName'],
  ['note: Contact.LastName', 'contact.lastName'],
  ['note: Kontakt.lastName', 'contact.lastName'],
  ['note: contact.phones.mobilenumber', 'contact.phones.mobileNumber'],
  ['note: contact.phones[0].mobileNummber', 'contact.phones.mobileNumber'],
  ['note: $.Mail', 'mail'],
  ['note: $uppercase(Mail)', 'mail'],
  ['note: {template: "Mail of {Mail}"}', 'mail'],
  ['note: {from: Mail, default: none}', 'mail'],
  ['customerStatus: Stufe', 'stufe'],
  ['customerStatus: {from: Stufe, values: {a: Neukunde}, otherwise: null}', 'stufe'],
];

describe('a misspelt path', () => {
  it.each(misspelt)('is reported with the right one of a sample: %s', async (line, meant) => {
    const { hints } = await said(line, { sample: payload });
    expect(hints).toHaveLength(1);
    expect(hints[0]).toMatch(new RegExp(`^did you mean ${meant.replace('.', '\\.')}, which they have\\?`));
  });

  it.each(misspelt)('is reported with the right one of a stored event: %s', async (line, meant) => {
    const { hints } = await said(line, { stored: [payload] });
    expect(hints).toHaveLength(1);
    expect(hints[0]).toMatch(new RegExp(`^did you mean ${meant.replace('.', '\\.')}, which they have\\?`));
  });

  it('is reported as joined texts if a step is not a name', async () => {
    const { hints } = await said('note: firstName . " " . mail', { sample: payload });
    expect(hints).toEqual(['a point reads a key of an object; texts are joined with &: name & " " & city']);
  });

  it.each(['note: Mail', 'note: FirstName', 'customerStatus: Stufe'])(
    'is not suggested as a text: %s',
    async line => {
      for (const given of [{ sample: payload }, { stored: [payload] }]) {
        const { hints, isPath } = await said(line, given);
        expect(isPath).toBe(true);
        expect(hints.join()).not.toContain('{value:');
      }
    },
  );

  it('may be a text if another word is near', async () => {
    expect((await said('note: Mails', { sample: payload })).hints).toEqual([
      'did you mean mail, which they have? If you mean the text itself, write {value: Mails}',
    ]);
    expect((await said('note: Stammkunde', { sample: payload })).isPath).toBe(false);
  });

  it('is found among the answers, and an answer in the payload', async () => {
    const mapping = mappingOf(['note: Remark', 'customerStatus: $answers.Stufe'], { tests: [payload] });
    const [sample] = await samplesOf(mapping);
    if (!sample) throw new Error('no sample');
    const trial = { ...sample, input: { ...sample.input, answers: { remark: 'x' } } };
    const { checkPaths } = await import('../../../src/check/data/paths/check-paths.ts');
    const { expressionUses } = await import('../../../src/mapping/expression-uses.ts');
    expect(checkPaths('website', expressionUses(mapping), [trial]).map(({ hint }) => hint)).toEqual([
      'write {answer: "Remark"}: the name of a question stands behind answer',
      'did you mean stufe, which they have?',
    ]);
  });

  it('is reported if a sample has it and the events of the sender do not', async () => {
    const sample = { customer: 1001, Mail: 'x', other: 1 };
    const wrong = await said('note: Mail', { sample, stored: [{ customer: 1001, mail: 'x' }] });
    expect(wrong.hints).toEqual(['write mail, and correct the sample']);
    const both = await said('note: Mail', { sample, stored: [{ mail: 'x' }, { Mail: 'x' }] });
    expect(both.hints).toEqual([]);
    const none = await said('note: Mail', { sample, stored: [{ phone: 'x' }] });
    expect(none.hints).toEqual([]);
  });
});

async function literalsOf(line: string, { sample = payload, isReported = false } = {}) {
  const mapping = mappingWith(line, { sample });
  const reported = isReported
    ? mapping.set.map(({ rule }) => ({
        code: 'check/not-a-choice' as const,
        severity: 'error' as const,
        message: '',
        place: rule.base.place,
      }))
    : [];
  const found = checkLiterals(mapping, await samplesOf(mapping), reported);
  return found.map(({ severity, hint }) => `${severity}: ${hint}`);
}

const instead = (from: string, what: string) =>
  `to send the value of the path, write from: ${from} instead of ${what}`;

describe('a literal that is the name of a path', () => {
  it.each([
    ['note: {value: Mail}', 'mail', 'value: Mail'],
    ['note: {value: mail}', 'mail', 'value: mail'],
    ['note: {value: first_name}', 'firstName', 'value: first_name'],
    ['note: {value: contact.lastname}', 'contact.lastName', 'value: contact.lastname'],
    ['note: {value: Contact.LastName}', 'contact.lastName', 'value: Contact.LastName'],
    ['note: {value: Postal code}', "'`Postal code`'", 'value: Postal code'],
    ['note: {value: postal code}', "'`Postal code`'", 'value: postal code'],
    ['note: {value: $.mail}', 'mail', 'value: $.mail'],
    ['note: {template: Mail}', 'mail', 'template: Mail'],
    ['additionalFields: {a: {value: contact.lastname}}', 'contact.lastName', 'value: contact.lastname'],
  ])('is a note: %s', async (line, from, what) => {
    expect(await literalsOf(line)).toEqual([`info: ${instead(from, what)}`]);
  });

  it.each([
    ['note: {value: Mial}', 'mail', 'value: Mial'],
    ['customerStatus: {value: Stufe}', 'stufe', 'value: Stufe'],
    ['customerStatus: {value: contct.lastName}', 'contact.lastName', 'value: contct.lastName'],
  ])('is a warning if the literal is wrong: %s', async (line, from, what) => {
    expect(await literalsOf(line, { isReported: true })).toEqual([`warning: ${instead(from, what)}`]);
  });

  it.each([
    'note: {value: Mail, because: it is a keyword}',
    'note: {value: Mails}',
    'note: {value: Window seat}',
    'note: {template: "Mail {mail}"}',
    'customerStatus: {value: Stufe}',
    'additionalFields: {a: {value: Mail}}',
    'additionalFields: {a: {from: mail, values: {a: mail}}}',
    'note: mail',
  ])('is not reported if it may be intended: %s', async line => {
    expect(await literalsOf(line)).toEqual([]);
  });
});
