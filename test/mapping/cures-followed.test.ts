import { describe, expect, it } from 'vitest';
import { genderFault, genderLiteralFault } from '../../src/check/call/texts/gender.ts';
import { compile } from '../../src/expressions/compile.ts';
import { parseTemplate } from '../../src/expressions/template.ts';
import { brief, checkWith, mappingOf as mappingWith, storedOf } from '../check/trials.ts';
import { bookingData, bookingMapping, evaluateYaml, fieldMapping, parse } from './evaluate-yaml.ts';

const head = 'source: website\ndestination: salon\noperation: updateCustomer\n';

function hintsOf(text: string): readonly (string | undefined)[] {
  return parse(text).diagnostics.map(({ hint, instead }) => instead ?? hint);
}

describe('a German word as a key', () => {
  it.each([
    ['quelle', 'from'],
    ['antwort', 'answer'],
    ['frage', 'answer'],
    ['wert', 'value'],
    ['Werte', 'values'],
    ['vorlage', 'template'],
    ['sonst', 'otherwise'],
    ['standard', 'default'],
    ['als', 'as'],
    ['trennzeichen', 'separator'],
    ['land', 'country'],
    ['wennLeer', 'whenEmpty'],
    ['weil', 'because'],
  ])('is reported with the English key: %s', (word, key) => {
    expect(hintsOf(fieldMapping(`{from: a, ${word}: b}`))).toContain(`did you mean "${key}"?`);
  });

  it.each([
    ['wenn', 'when'],
    ['quelle', 'source'],
    ['ziel', 'destination'],
    ['setze', 'set'],
    ['Verknüpfung', 'link'],
    ['tabellen', 'tables'],
  ])('is reported at the head: %s', (word, key) => {
    expect(hintsOf(`${head}set: {id: nr, note: note}\n${word}: x\n`)).toContain(`did you mean "${key}"?`);
  });
});

describe('a German word as a parameter', () => {
  it.each([
    ['Vorname', 'firstName'],
    ['nachname', 'name'],
    ['Handy', 'mobile'],
    ['handynummer', 'mobile'],
    ['Telefon', 'phone'],
    ['E-Mail', 'email'],
    ['mail', 'email'],
    ['Anrede', 'genderType'],
    ['datenschutz', 'privacy'],
    ['AGB', 'terms'],
    ['volljährig', 'minAge'],
    ['newsletter', 'marketing'],
    ['felder', 'additionalFields'],
  ])('is reported with the parameter: %s', (word, name) => {
    expect(hintsOf(bookingMapping(`  ${word}: x\n`))).toContain(`did you mean "${name}"?`);
  });

  it('is not accepted as a parameter of an update, which changes no names', () => {
    for (const [word, name] of [
      ['Vorname', 'firstName'],
      ['lastName', 'name'],
      ['Handy', 'mobile'],
      ['AGB', 'terms'],
    ])
      expect(hintsOf(`${head}set:\n  id: nr\n  note: note\n  ${word}: x\n`)[0]).toMatch(
        RegExp(`^"${name}", which is probably meant, is a parameter of persistCustomerData`),
      );
  });
});

describe('a path that is written as a literal', () => {
  const path = (text: string) =>
    `value: sends its text unchanged; to read it from the payload, write from: ${text}`;

  it.each([
    ['{value: customer.stage, values: {lead: A, customer: B}}', path('customer.stage')],
    ['{value: stage, values: {lead: A}, otherwise: C}', path('stage')],
    ['{value: customer.birthday, as: date, format: dd.MM.yyyy}', path('customer.birthday')],
    ['{value: customer.age, as: number}', path('customer.age')],
    ['{value: customer.mobile, as: phone, country: DE}', path('customer.mobile')],
    ['{value: newsletter, as: boolean}', path('newsletter')],
    ['{value: customer.name, trim: false}', path('customer.name')],
    ['{value: 14.3.1988, as: date}', 'write parse: [yyyy-MM-dd, d.M.yyyy]'],
    ['{value: "vip gold", values: {vip: A}}', undefined],
  ])('is reported with the rule that reads it: %s', (rule, hint) => {
    expect(hintsOf(fieldMapping(rule))[0]).toBe(hint);
  });
});

describe('a word for a gender', () => {
  it.each([
    ['weiblich', 'FEMALE'],
    ['Frau', 'FEMALE'],
    ['w', 'FEMALE'],
    ['Mrs.', 'FEMALE'],
    ['männlich', 'MALE'],
    ['Herr', 'MALE'],
    ['mr', 'MALE'],
    ['divers', 'DIVERSE'],
    ['unbekannt', 'UNKNOWN'],
    ['Kind', 'KID'],
    ['female', 'FEMALE'],
  ])('is reported with the name that the API uses, for a literal and for an event: %s', (word, name) => {
    expect(genderLiteralFault(word)?.hint).toBe(`write ${name}`);
    expect(genderLiteralFault(name)).toBeUndefined();
    expect(genderFault(word)?.hint).toContain(`: ${name}}`);
  });

  it('is one of few otherwise', () => {
    expect(genderLiteralFault('Firma')?.hint).toBe('write one of these');
    expect(genderFault('Firma')?.hint).toBe('give the rule a look-up table (values)');
  });
});

describe('a word as the value of a consent', () => {
  it.each([`'"ja"'`, `'"Ja"'`, `'"true"'`, `'"on"'`])('is never suggested as a literal: %s', rule => {
    const reported = parse(bookingMapping(`  marketing: ${rule}\n`)).diagnostics;
    expect(reported.map(({ code, instead }) => [code, instead])).toEqual([
      ['mapping/invented-consent', undefined],
    ]);
  });

  it.each(['Ja', 'Yes', 'On', 'Wahr', 'J'])('is not sent itself: %s', rule => {
    const booking = hintsOf(bookingMapping(`  marketing: ${rule}\n`));
    expect(booking).toEqual([
      'let the answer decide: write marketing: PATH, with the path of the answer in the payload',
    ]);
    const field = `${head}set:\n  id: nr\n  additionalFields:\n    newsletter: ${rule}\n`;
    expect(hintsOf(field)).toEqual([
      'let the answer decide: write newsletter: {from: PATH, as: boolean}, with the path of the answer in the payload',
    ]);
  });

  it('is a literal elsewhere', () => {
    expect(hintsOf(`${head}set:\n  id: nr\n  customerStatus: Stammkunde\n`)).toContain(
      'if you mean the text itself, write {value: Stammkunde}',
    );
  });

  it('gets no second hint that would change nothing', async () => {
    for (const rule of ['x or true', 'x ? "A" : "A"', 'true or x', '$boolean(x) or true', 'x and false'])
      expect(
        brief(await checkWith(mappingWith([`note: '${rule}'`], { tests: [{ customer: 1, x: 'ja' }] }))),
        rule,
      ).not.toContain('warning check/text-as-condition note');
  });
});

describe('a value that is missing because of a mistake in the file', () => {
  const hint = async (rule: string, payload: object, name = 'marketing') => {
    const evaluation = await evaluateYaml(bookingMapping(`  ${name}: ${rule}\n`), {
      payload: { ...bookingData, ...payload },
    });
    return evaluation.kind === 'failed' ? evaluation.diagnostics[0]?.hint : undefined;
  };

  it.each([
    ['{from: werbng, required: true}', { werbung: 'ja' }, 'werbung'],
    ['{from: Werbung, required: true}', { werbung: 'ja' }, 'werbung'],
    ['{from: kontakt.werbng, required: true}', { kontakt: { werbung: 'ja' } }, 'kontakt.werbung'],
    ['{from: kontakt.werbung, whenMissing: fail}', { Kontakt: { werbung: 'ja' } }, 'Kontakt.werbung'],
    ['{from: opt_in, required: true}', { optIn: 'ja' }, 'optIn'],
    ['{from: optin, required: true}', { 'Opt-In': 'ja' }, '`Opt-In`'],
  ])('is reported with the path that the event has: %s', async (rule, payload, near) => {
    expect(await hint(rule, payload)).toBe(
      `the event has ${near}: if that is meant, correct the path in the mapping file`,
    );
  });

  it('is a missing person, or a fault of the data, if nothing is near', async () => {
    expect(await hint('{from: werbung, required: true}', {})).toMatch(/^only the person can give it/);
    expect(await hint('{from: vorname, required: true}', {}, 'firstName')).toMatch(/^correct the value/);
    expect(await hint('{from: werbung, required: true}', { werbung: '' })).toMatch(/^only the person/);
  });
});

describe('a name with blanks and parentheses', () => {
  it.each([
    ['$answers.Größe (cm)', '$answers.`Größe (cm)`'],
    ['Größe (cm)', '`Größe (cm)`'],
    ['form.Gewicht (kg)', 'form.`Gewicht (kg)`'],
    ['$answers.Alter (Jahre)', '$answers.`Alter (Jahre)`'],
    ['a.b.Höhe (m)', 'a.b.`Höhe (m)`'],
  ])('is suggested with backticks, also in a template: %s', (written, meant) => {
    const compiled = compile(written);
    expect('diagnostic' in compiled && compiled.diagnostic.hint).toBe(
      `A name with blanks or parentheses needs backticks: ${meant}.`,
    );
    expect('expression' in compile(meant)).toBe(true);
    const template = parseTemplate(`Größe: {${written}} cm`);
    expect('diagnostic' in template && template.diagnostic.hint).toContain(meant);
    expect('parts' in parseTemplate(`Größe: {${meant}} cm`)).toBe(true);
  });

  it('is a function if it is written as one', () => {
    for (const written of ['upper(name)', 'len (name)', 'Sum (prices)', 'upper (first)'])
      expect(JSON.stringify(compile(written)), written).not.toContain('needs backticks');
  });
});

describe('a word in a comparison', () => {
  const payload = { customer: 1, propertyName: 'allergies', propertyValue: 'Nuts' };
  const reported = async (when: string, answers?: object) => {
    const mapping = mappingWith(['note: propertyValue'], { head: `when: '${when}'`, tests: [payload] });
    const [stored] = storedOf(payload);
    const trials = stored ? [{ ...stored, input: { ...stored.input, answers: answers as never } }] : [];
    const all = await checkWith(mapping, trials);
    return all.filter(({ code }) => code === 'check/path-never-matches').map(({ hint }) => hint);
  };

  it.each(['allergies', 'Allergies', 'allergie'])(
    'is a text, although a question has that name: %s',
    async word => {
      expect(await reported(`propertyName = ${word}`, { allergies: 'Nuts' })).toEqual([
        `write "${word}" in quotes, for the text itself; to compare with a value, write $answers.allergies`,
      ]);
    },
  );
});

describe('the answers of a CRM', () => {
  it.each(['{answer: allergies}', '$answers.allergies'])(
    'are reported with the existing paths: %s',
    async rule => {
      const mapping = mappingWith([`note: ${rule}`], {
        tests: [{ customer: 1, propertyName: 'allergies', propertyValue: 'Nuts' }],
      });
      const [first] = await checkWith(mapping);
      expect(first?.hint).toMatch(
        /^add answers: \{key: propertyName, value: propertyValue\} to the source website/,
      );
    },
  );
});

describe('a key of a table in typographic quotes', () => {
  it.each(['“Glatt”', '„Glatt“', '»Glatt«', '‘Glatt’'])('is reported: %s', async key => {
    const text = fieldMapping(`{from: a, values: {${key}: glatt}, otherwise: kraus}`);
    const said = JSON.stringify(await evaluateYaml(text, { payload: { a: 'Glatt' } }));
    expect(said).toContain('write the key of the table without these quotation marks');
  });

  it('is reported differently with ignoreCase', async () => {
    const text = fieldMapping(`{from: a, values: {glatt: glatt}, otherwise: kraus}`);
    expect(JSON.stringify(await evaluateYaml(text, { payload: { a: 'Glatt' } }))).toContain('add ignoreCase');
  });
});

describe('a rule instead of an expression', () => {
  it.each([
    ['when: {answer: Newsletter}', 'when: $answers.Newsletter = "ja"'],
    ['when: {answer: Wie oft?}', 'when: $answers."Wie oft?" = "ja"'],
    ['when: {from: type = "neu"}', 'when: type = "neu"'],
    ['link: {answer: Kundennummer}', 'link: $answers.Kundennummer'],
    ['link: {from: contact.id}', 'link: contact.id'],
  ])('is reported with the expression: %s', (line, meant) => {
    expect(hintsOf(`${head}${line}\nset: {id: nr, note: note}\n`)).toContain(meant);
  });

  it.each([
    ["note: 'Text: {answer: Wunsch}'", 'note: {template: "Text: {$answers.Wunsch}"}'],
    [
      "note: 'Wunsch: {answer: Ihr Wunsch?} ({name})'",
      `note: {template: 'Wunsch: {$answers."Ihr Wunsch?"} ({name})'}`,
    ],
    ["note: 'Text: {Wunsch}'", 'note: {template: "Text: {Wunsch}"}'],
  ])('becomes a template in a sentence: %s', (line, meant) => {
    const [hint] = hintsOf(`${head}set:\n  id: nr\n  ${line}\n`);
    expect(hint?.trim()).toBe(meant);
  });

  it('may be a question: {Kundennummer}', () => {
    const [found] = parse(`${head}set:\n  id: {Kundennummer}\n  note: note\n`).diagnostics;
    expect(found?.message).toContain('a question of a form as {answer: Kundennummer}');
    expect(found?.instead?.trim()).toBe('id: Kundennummer');
  });
});

describe('a number instead of a rule', () => {
  it('may be the name of a field that the samples have', () => {
    const text = `${head}set:\n  id: nr\n  note: 1.3\ntests:\n  - {name: a, payload: {nr: 1, "1.3": Anna}, skips: true}\n`;
    expect(hintsOf(text)).toContain('to read a field of this name, write "`1.3`"');
    expect(hintsOf(text.replaceAll('"1.3"', '"1.4"'))).toContain('for a literal, write {value: 1.3}');
  });
});
