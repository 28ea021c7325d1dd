import { describe, expect, it } from 'vitest';
import { placeholderIn } from '../../src/diagnostics/placeholder.ts';

describe('a word or a sign for an empty value', () => {
  it.each([
    '[redacted]',
    '[FILTERED]',
    '<masked>',
    '-',
    '--',
    '---',
    '–',
    '—',
    '_',
    'n/a',
    'N/A',
    'N/a',
    'n.a.',
    'n. a.',
    'k.A.',
    'k. A.',
    'n.v.t.',
    'null',
    'NULL',
    '(null)',
    '<null>',
    '[null]',
    '"null"',
    'nil',
    'undefined',
    'Undefined',
    'UNDEFINED',
    'undefined undefined',
    'null null',
    'null, null',
    'NaN/NaN',
    'none',
    'None',
    'NONE',
    '--None--',
    '- None -',
    '(none)',
    '(empty)',
    '<empty>',
    '(not set)',
    'not set',
    '[]',
    '{}',
    '(leer)',
  ])('is reported: %s', text => {
    expect(placeholderIn(text)).toBe('nothing');
  });
});

describe('a text that programs and spreadsheets write without a value', () => {
  it.each([
    '[object Object]',
    'Hello [object Object]',
    '[object Undefined]',
    'NaN',
    'nan',
    'NaT',
    'Invalid Date',
    'Invalid date',
    'Array',
    '#N/A',
    '#NV',
    '#REF!',
    '#VALUE!',
    '#WERT!',
    '#NAME?',
    '#DIV/0!',
    '#BEZUG!',
    '#FEHLER!',
    '#NULL!',
    '#GETTING_DATA',
    '#VERW!',
    '#NOM?',
    '#¡REF!',
    'Err:502',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '00.00.0000',
  ])('is reported: %s', text => {
    expect(placeholderIn(text)).toBe('failed');
  });
});

describe('a template placeholder that was not replaced', () => {
  it.each([
    '{allergies}',
    '{vorname}',
    '{{first_name}}',
    '{{ contact.firstname }}',
    '{{{name}}}',
    '{{1.name}}',
    '{{155__name}}',
    '{{field:abc}}',
    'Hallo {{first_name}},',
    '[First Name]',
    '[first_name]',
    '[your-name]',
    '[text-123]',
    '[Vorname]',
    '[Ihr Name]',
    'Dear [First Name], hello',
    '[[name]]',
    '%%FNAME%%',
    'Hi %%First Name%%',
    '%FIRSTNAME%',
    'Hi %first_name%!',
    '*|FNAME|*',
    'Hallo *|FNAME|*',
    `\${name}`,
    `\${contact.name}`,
    `Hi \${name}`,
    '#{name}',
    '@{triggerBody()}',
    '<%= name %>',
    '<% name %>',
    '{% if name %}',
    '{name}',
    '{first_name}',
    '{field:name}',
    '{contact.email}',
    '<Name>',
    '<Vorname>',
    '##NAME##',
    '$$name$$',
    '@@email@@',
    '||name||',
    '__name__',
    '~Contact.FirstName~',
    '!*CONTACT.FIRSTNAME*!',
    'Kunde [Nachname]',
  ])('is reported: %s', text => {
    expect(placeholderIn(text)).toBe('unfilled');
  });
});

describe('an intended text', () => {
  it.each([
    'redacted',
    '{Ja}',
    '{a}',
    '[Allergien siehe Akte]',
    // Names of people and companies.
    'Null',
    'Nan',
    'Na',
    'Nil Sander',
    'Anna-Maria',
    'Müller-Lüdenscheidt',
    "O'Neill",
    'von der Leyen',
    'AT&T',
    'H&M',
    'Salon & Spa',
    '3M',
    'NA',
    'Naomi None',
    'Norman',
    'Undine',
    'A.',
    'Ng',
    'X Æ A-12',
    '-minus-',
    'Array Systems GmbH',
    // Answers.
    'keine',
    'nein',
    'no',
    'nothing',
    'none of these',
    'none, thanks',
    'nicht bekannt',
    'entfällt',
    'ohne',
    '0',
    '?',
    '.',
    'n',
    'k',
    'unknown',
    'no known allergies',
    'Not known: null and void',
    'the value is undefined',
    'a null result',
    // Signs that are values.
    '[VIP]',
    '[x]',
    '[ ]',
    '[1]',
    '[1, 2]',
    '["a","b"]',
    '[Neu] Termin verschoben',
    '[Name geändert]',
    '{1, 2}',
    '{"a":{"b":1}}',
    '{ }x',
    '<3',
    '<b>fett</b>',
    '<anna@example.com>',
    'a < b > c',
    '#1',
    '#hashtag',
    '#ff0000',
    '@anna',
    '50% Rabatt',
    '100%ig und 50%',
    '10% bis 20% mehr',
    'M%C3%BCller%20Anna',
    '5 % - 10 %',
    '%',
    '$5',
    '$ 5 {brutto}',
    '~ 30 Minuten',
    '***',
    '*wichtig*',
    '**fett**',
    'a|b|c',
    '| |',
    '_kursiv_',
    '__init__',
    'snake_case_name',
    '- Haare\n- Nägel',
    'https://example.com/?a={1}&b=%20',
    'a\\b [alt]',
    ':-)',
    '(Anna)',
    '(neu)',
    '2026-03-31',
    '01.01.1970',
    '10:00 – 11:00',
    '+49 151 1234567',
    '- 5',
    '-5',
    '–5 °C',
    '{first name of the child}? Mia',
  ])('is not reported: %s', text => {
    expect(placeholderIn(text)).toBeUndefined();
  });
});

it('takes linear time', () => {
  for (const part of [
    '{{',
    '{{a',
    '%%a,',
    '[first',
    '*|a',
    '<%',
    `\${a`,
    '~A.',
    '!*',
    '%ab',
    '[',
    '_',
    'null ',
    '##a',
  ])
    expect(placeholderIn(`${part.repeat(100_000)} `)).toBeUndefined();
});

describe('an entry of a list that nobody chose', () => {
  it.each([
    'Bitte wählen',
    'bitte auswählen...',
    '-- Bitte wählen --',
    'Bitte wählen…',
    'keine Angabe',
    'Keine Angaben',
    'nicht angegeben',
    'Please select',
    '(please choose)',
    '—Bitte wähle eine Option—',
    '—Bitte wählen Sie eine Option—',
    '—Please choose an option—',
    '— Bitte auswählen —',
    '– Select –',
  ])('is empty: %s', text => {
    expect(placeholderIn(text)).toBe('nothing');
  });

  it.each([
    'Bitte wählen Sie mich an',
    'Bitte wähle eine Option mit mir aus',
    '—Bitte—',
    'Loading dock',
    'keine Allergien',
    'Kein Angaben-Test',
    'Der Termin entfällt',
    'Bitte',
  ])('is a value: %s', text => {
    expect(placeholderIn(text)).toBeUndefined();
  });
});

describe('a cell whose formula is not calculated yet', () => {
  it.each(['Loading...', 'Loading…', 'Wird geladen...'])('is reported: %s', text => {
    expect(placeholderIn(text)).toBe('failed');
  });
});

describe('a sample text, or a text instead of a value', () => {
  it.each(['Lorem ipsum dolor', 'lorem ipsum', 'hidden_value', 'xxxxx', 'XXXX'])('is reported: %s', text => {
    expect(placeholderIn(text)).toBe('sample');
  });

  it.each(['Lorem', 'Lorenz Ipsum', 'xx', 'XXL', 'hidden', 'Loremipsumweg 3'])(
    'is not reported: %s',
    text => {
      expect(placeholderIn(text)).toBeUndefined();
    },
  );
});
