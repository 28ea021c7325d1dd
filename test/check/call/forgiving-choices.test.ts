import { describe, expect, it } from 'vitest';
import { withNames } from '../../../src/booking/catalog/field-names.ts';
import { checkCall } from '../../../src/check/call/check-call.ts';
import { choiceFault, doubtfulChoices, inAccountSpelling } from '../../../src/check/call/field-value.ts';
import type { CallPolicy } from '../../../src/inbox/plan.ts';
import { catalogOf, fieldOf, listed, now } from '../catalog.ts';

const choices = [
  'Haarschnitt',
  'Farbe & Strähnen',
  'Massage, 60 Min.',
  'Massage, 90 Min.',
  'Größe L',
  'Größe XL',
  'Über Empfehlung',
  'Maniküre (klassisch)',
  'Straßenlauf',
  '1 1/2 Stunden',
  'Café-Besuch',
  'nur Beratung',
];
const english = [
  'Haircut',
  'Colour & highlights',
  'Massage, 60 minutes',
  'Massage, 90 minutes',
  'Size L',
  'Size XL',
  'By recommendation',
  'Manicure (classic)',
  'Street run',
  'One and a half hours',
  'Visit to a café',
  'Advice only',
];

function fieldNamed(type: 'selection' | 'checkbox_group') {
  const field = fieldOf({ keyName: 'x', type, selectItems: choices });
  const inEnglish = { ...field, description: english.join('\n') };
  const [learned] = withNames([field], [{ language: 'en', fields: [inEnglish] }]);
  return learned ?? field;
}

const one = fieldNamed('selection');
const many = fieldNamed('checkbox_group');

function sentAs(text: string): string | undefined {
  const value = { text, choice: 'choice' } as const;
  return choiceFault(one, value) ? undefined : inAccountSpelling(one, value);
}

function sentSeveral(text: string, elements?: readonly string[]): string | undefined {
  const value = { text, choice: 'choices', separator: ';', ...(elements && { elements }) } as const;
  return choiceFault(many, value) ? undefined : inAccountSpelling(many, value);
}

/** Spellings of people and senders that keep the meaning of a text. */
const writings: readonly ((text: string) => string)[] = [
  text => text.toUpperCase(),
  text => text.toLowerCase(),
  text => text.normalize('NFD'),
  text => `  ${text}\u00a0`,
  text => text.replaceAll(' ', '  '),
  text => text.replaceAll(' ', '\u00a0'),
  text => text.replace(/(?<!\d) | (?!\d)/g, ''),
  text => text.replace(/([,&(])/g, ' $1 '),
  text => `${text.slice(0, 3)}\u200b${text.slice(3)}`,
  text => text.normalize('NFD').toUpperCase().replaceAll(' ', '\t'),
  text => `\ufeff${text}\r\n`,
  text => text.replaceAll(' ', '\u202f'),
  text => [...text].map((each, at) => (at % 2 === 0 ? each.toUpperCase() : each.toLowerCase())).join(''),
  text => `\t${text.toLowerCase().normalize('NFD')} \u200b`,
];

const forgivable = choices.flatMap((choice, at) => [
  ...writings.map(write => [write(choice), choice] as const),
  ...[english[at] ?? '', (english[at] ?? '').toUpperCase(), ` ${english[at]?.toLowerCase()}\n`].map(
    text => [text, choice] as const,
  ),
]);

/** Texts that are not choices, although they are similar to one. */
const others: readonly string[] = [
  'Haarschnit',
  'Haarschnitte',
  'Haar schnitt 2',
  'Harschnitt',
  'Farbe',
  'Strähnen',
  'Farbe und Strähnen',
  'Farbe + Strähnen',
  'Massage',
  'Massage, 60',
  'Massage, 6 0 Min.',
  'Massage, 30 Min.',
  'Massage 60 Min.',
  'Massage, 60 Minuten',
  'Größe',
  'Größe M',
  'Größe XXL',
  'Groesse L',
  'Grosse L',
  'L',
  'XL',
  'Uber Empfehlung',
  'Empfehlung',
  'Maniküre',
  'Maniküre [klassisch]',
  'Strasenlauf',
  '11/2 Stunden',
  '1 1/2',
  '1½ Stunden',
  'Cafe-Besuch',
  'Café Besuch',
  'Beratung',
  'keine Beratung',
  'nicht nur Beratung',
  'Hair',
  'Size',
  'Size M',
  'Street',
  '-',
  '?',
  'ja',
  'true',
  '0',
  '12',
  'Haarschnitt, Größe L',
];

describe('200 spellings of the choices', () => {
  it('are really 200', () => {
    expect(forgivable.length).toBeGreaterThanOrEqual(200);
    expect(others.length).toBeGreaterThanOrEqual(40);
  });

  it('are found if they differ only in blanks, case, Unicode form or language', () => {
    const missed = forgivable.filter(([text]) => sentAs(text) === undefined);
    const wrong = forgivable.filter(([text, choice]) => ![undefined, choice].includes(sentAs(text)));
    expect(wrong).toEqual([]);
    expect(missed.length / forgivable.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.02);
  });

  it('are never found if they differ in anything else', () => {
    expect(others.filter(text => sentAs(text) !== undefined)).toEqual([]);
  });

  it('are also found among several in a list, and none is found wrongly', () => {
    const found = forgivable.map(([text]) => sentSeveral(text, [text]));
    expect(found).toEqual(forgivable.map(([, choice]) => choice));
    const single = others.filter(text => text !== 'Haarschnitt, Größe L');
    expect(single.filter(text => sentSeveral(text, [text]) !== undefined)).toEqual([]);
  });
});

describe('several choices in one text', () => {
  it.each([
    ['massage, 60 min., HAARSCHNITT', 'Massage, 60 Min.;Haarschnitt'],
    ['Haircut, Massage, 90 minutes', 'Haarschnitt;Massage, 90 Min.'],
    ['haarschnitt\nGRÖSSE xl', 'Haarschnitt;Größe XL'],
    ['farbe&strähnen | größe l', 'Farbe & Strähnen;Größe L'],
    ['Haarschnitt; nur Beratung', 'Haarschnitt;nur Beratung'],
    ['haarschnitt, Piercing', undefined],
    ['massage, haarschnitt', undefined],
  ])('are the longest matching choices: %j', (text, expected) => {
    expect(sentSeveral(text)).toBe(expected);
  });

  it('are found without delay in the longest allowed text', () => {
    const text = Array.from({ length: 1_000 }, () => 'HAARSCHNITT').join(', ');
    expect(sentSeveral(text)).toBe('Haarschnitt');
  });
});

describe('a text that matches several choices', () => {
  const field = fieldOf({ keyName: 'x', type: 'selection', selectItems: ['IT', 'it', 'Gift', 'Geschenk'] });
  const learned = withNames(
    [field],
    [{ language: 'en', fields: [{ ...field, description: 'IT\nit\nPoison\nGift' }] }],
  );

  it('is refused, and the message lists them', () => {
    expect(choiceFault(field, { text: 'It', choice: 'choice' })).toMatchObject({
      code: 'check/several-choices',
      message: '"It" may be any of 2 choices of "x": "IT", "it"',
    });
    expect(inAccountSpelling(field, { text: 'it', choice: 'choice' })).toBe('it');
  });

  it('does not treat a list in another order as a translation', () => {
    expect(learned[0]?.choiceNames).toBeUndefined();
  });

  it('matches a name in a display language as well as one of the account', () => {
    const both = { ...field, choiceNames: { en: ['IT', 'it', 'Poison', 'Gift'] } };
    expect(choiceFault(both, { text: 'gift', choice: 'choice' })).toMatchObject({
      message: '"gift" may be any of 2 choices of "x": "Gift", "Geschenk"',
    });
    expect(inAccountSpelling(both, { text: 'POISON', choice: 'choice' })).toBe('Gift');
  });
});

describe('a corrected spelling', () => {
  it.each([
    ['HAARSCHNITT', 'upper and lower case'],
    ['Größe  L', 'blanks'],
    ['größe  l', 'blanks and upper and lower case'],
    ['Gro\u0308ße L', 'the Unicode form'],
    ['haircut', 'the display language'],
  ])('is reported for %j', (text, words) => {
    const [note] = doubtfulChoices(one, { text, choice: 'choice' });
    expect(note).toMatchObject({
      code: 'check/forgiven-choice',
      message: expect.stringContaining(`in ${words} does`),
    });
  });

  it.each(['Haarschnitt', ' Haarschnitt '])('is not reported for %j', text => {
    expect(doubtfulChoices(one, { text, choice: 'choice' })).toEqual([]);
  });
});

describe('a customer status with as: choice', () => {
  const policy: CallPolicy = { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 1, ignoreOlder: false };

  function check(text: string, ...names: string[]) {
    return checkCall(
      {
        operation: 'updateCustomer',
        id: { text: '1001', origin: 'data' },
        customerStatus: { text, origin: 'data', choice: 'choice' },
        additionalFields: [],
      },
      {
        catalog: catalogOf(listed(now, ...names)),
        destination: 'salon',
        policy,
        validators: 'fail',
        now,
      },
    );
  }

  it('is sent as the account writes it, with a note', () => {
    const verdict = check('stamm  KUNDE', 'Stamm Kunde', 'Neukunde');
    expect(verdict).toMatchObject({
      kind: 'send',
      call: { customerStatus: { text: 'Stamm Kunde' } },
      diagnostics: [{ code: 'check/forgiven-choice', severity: 'info', path: 'customerStatus' }],
    });
  });

  it('is refused if two statuses match', () => {
    expect(check('VIP', 'vip', 'Vip')).toMatchObject({
      kind: 'fail',
      diagnostics: [{ code: 'check/several-choices', severity: 'error' }],
    });
  });

  it('is refused if the account has no similar one', () => {
    expect(check('Stammkundin', 'Stammkunde')).toMatchObject({
      kind: 'fail',
      diagnostics: [{ code: 'check/unknown-status' }],
    });
  });
});
