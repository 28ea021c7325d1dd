import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookingData, bookingMapping, codesOf, evaluateYaml, parse, requestOf } from './evaluate-yaml.ts';

async function marketing(rule: string, payload: object): Promise<unknown> {
  const text = bookingMapping(`  marketing: ${rule}\n`);
  const evaluation = await evaluateYaml(text, { payload: { ...bookingData, ...payload } });
  const request = requestOf(evaluation);
  return typeof request === 'string' ? codesOf(evaluation) : (request.marketing ?? 'not sent');
}

async function hintFor(rule: string, payload: object): Promise<string | undefined> {
  const evaluation = await evaluateYaml(bookingMapping(`  marketing: ${rule}\n`), {
    payload: { ...bookingData, ...payload },
  });
  return evaluation.kind === 'failed' ? evaluation.diagnostics[0]?.hint : undefined;
}

const refused = ['mapping/denied-consent'];
const noes = [
  'nein',
  'Nein',
  ' NEIN ',
  'no',
  'No',
  'false',
  'FALSE',
  '0',
  'off',
  'n',
  'f',
  'falsch',
  'aus',
  'nee',
  'non',
  'unchecked',
];

/** Rules that are true for any text, or for any answer. */
const careless = [
  '"optin ? true : false"',
  `"optin ? 'true' : 'false'"`,
  '"(optin) ? true : false"',
  '$boolean(optin)',
  '$exists(optin)',
  `'optin != ""'`,
  '"optin != null"',
  '"optin and true"',
  '"false or optin"',
  '$not($not(optin))',
  '"$length(optin) > 0"',
  `'$string(optin) != ""'`,
  '{from: "optin ? 1 : 0", as: boolean}',
  "{from: \"optin ? 'ja' : 'nein'\", values: {ja: true, nein: false}}",
  '{from: optin, values: {ja: true}, otherwise: true}',
  '{from: "$exists(optin)", as: text}',
  `'optin = "NeiN" ? false : true'`,
  `'optin != "NeiN"'`,
];

describe('a consent that a rule gives although the person said no', () => {
  it.each(careless)('is refused: %s', async rule => {
    for (const no of noes) expect(await marketing(rule, { optin: no }), no).toEqual(refused);
  });

  it.each(['$exists(optin)', '"optin != null"', `'optin != ""'`])(
    'is refused for a value of an unticked box: %s',
    async rule => {
      expect(await marketing(rule, { optin: false })).toEqual(refused);
    },
  );

  it.each([
    ["'$age(born) >= 18'", '1988-03-14', 'true'],
    ["'$age(born) > 17'", '1988-03-14', 'true'],
    ['\'$age(born, "2026-01-01") >= 18\'', '1988-03-14', 'true'],
    [`'$age($date(born, {"parse": "dd.MM.yyyy"})) >= 18'`, '14.03.1988', 'true'],
    ["'$age(born) >= 18'", '2020-03-14', 'false'],
    ["'$number(born) >= 18'", 34, 'true'],
    ["'$number(born) >= 18'", '34', 'true'],
    ["'$number(born) >= 18'", '17', 'false'],
    ["'18 <= $round($number(born))'", '34', 'true'],
    ["'2027 - $number(born) > 17'", '1990', 'true'],
    ['\'$number($substringBefore(born, " ")) >= 18\'', '34 Jahre', 'true'],
    ["'$number(born) < 18'", '12', refused],
    ["'$number(born) > 0'", '2', refused],
    ["'1 <= $number(born)'", '2', refused],
    ["'$length(born) > 0'", 'vielleicht', refused],
    ["'$number(born) >= 0 or $exists(born)'", 'nein', ['expression/failed']],
    ["'$age(born) >= 0'", 'nein', ['mapping/invalid-value']],
    ["'$exists($age(born))'", '1988-03-14', refused],
    ["'$age(born) >= 18 or $exists(optin)'", '2020-03-14', refused],
  ])('does not fail if the rule checks the age: %s of %s', async (rule, born, result) => {
    expect(await marketing(rule, { born, optin: 'nein' })).toEqual(result);
  });

  it('is refused for an empty value', async () => {
    expect(await marketing('$exists(optin)', { optin: '' })).toEqual(refused);
    expect(await marketing('$exists(optin)', { optin: null })).toEqual(refused);
    expect(await marketing('"optin ?: true"', { optin: '' })).toEqual(refused);
    expect(await marketing('{from: optin, default: true}', { optin: '' })).toEqual(refused);
  });

  it('is found among the answers of a form', async () => {
    const payload = {
      answers: [
        { ref: 'age', value: 'ja' },
        { ref: 'mail', value: 'nein' },
      ],
    };
    expect(await marketing(`'$exists(answers[ref="mail"].value)'`, payload)).toEqual(refused);
    expect(await marketing(`'answers[ref="age"].value ? true : false'`, payload)).toBe('true');
  });

  it('is reported with the path and the answer', async () => {
    const evaluation = await evaluateYaml(bookingMapping('  marketing: $exists(box)\n'), {
      payload: { ...bookingData, box: 'nein' },
    });
    expect(evaluation.kind === 'failed' && evaluation.diagnostics.map(each => each.message)).toEqual([
      'marketing: the rule says yes, but box is "nein"',
    ]);
  });

  it('is left out if the mapping drops invalid values', async () => {
    const text = bookingMapping('  marketing: $exists(optin)\n', 'onInvalid: drop\n');
    const evaluation = await evaluateYaml(text, { payload: { ...bookingData, optin: 'nein' } });
    expect(requestOf(evaluation)).not.toHaveProperty('marketing');
  });
});

describe('a consent that the rule reads correctly', () => {
  it.each([
    ['optin', 'nein', 'false'],
    ['optin', 'on', 'true'],
    ['{from: optin, as: text}', 'ja', 'true'],
    ['{from: optin, as: text}', 'nein', 'false'],
    ['$exists(optin)', 'on', 'true'],
    ['$exists(optin)', '1', 'true'],
    ['$exists(optin)', undefined, 'false'],
    ['"optin ? true : false"', true, 'true'],
    ['"optin ? true : false"', false, 'false'],
    [`'optin = "ja"'`, 'ja', 'true'],
    [`'optin = "ja"'`, 'nein', 'false'],
    [`'optin = "nein" ? false : true'`, 'nein', 'false'],
    ['{from: optin, values: {ja: true, nein: false}}', 'nein', 'false'],
    ['{from: optin, values: {A: true}, otherwise: false}', 'nein', 'false'],
  ])('%s with %j is %s', async (rule, optin, sent) => {
    expect(await marketing(rule, { optin })).toBe(sent);
  });

  it('may invert an answer by a table with a reason', async () => {
    const rule = '{from: optout, values: {nein: true, ja: false}, because: the form asks for the opposite}';
    expect(await marketing(rule, { optout: 'nein' })).toBe('true');
    expect(await marketing(rule, { optout: 'ja' })).toBe('false');
    const ofBoxes = '{from: optout, values: {"false": true, "true": false}, because: asked for the opposite}';
    expect(await marketing(ofBoxes, { optout: false })).toBe('true');
  });

  it.each([
    '{from: optout, values: {nein: true, ja: false}}',
    '{from: optout, values: {nein: true, ja: false}, because: " "}',
    '{from: optout, values: {nein: true, ja: false}, because: "\\u00a0"}',
    '{from: "$exists(optout)", because: confirmed by a second mail}',
    `'optout = "nein"'`,
    `'optout in ["nein", "no"]'`,
    '$not(optout = "ja")',
    '"optout != true"',
    `'optout != "ja"'`,
  ])('inverts no answer without both: %s', async rule => {
    expect(await marketing(rule, { optout: 'nein' })).toEqual(refused);
  });

  it('may also read another value that says yes', async () => {
    expect(await marketing('"newsletter or partners"', { newsletter: true, partners: false })).toBe('true');
  });
});

describe('a consent that a rule gives although as: boolean reads no yes', () => {
  const unread = [
    'Nein, danke',
    'Ich stimme nicht zu',
    'abgelehnt',
    '-',
    '\u2610',
    '{{consent}}',
    'Nein, auch nicht n\u00e4chstes Jahr',
    'vielleicht',
    { checked: false },
    ['Kein Newsletter'],
    [],
    2,
  ];

  it.each([
    `"optin != 'ja'"`,
    '"optin ? true : true"',
    '$exists(optin)',
    '{from: optin, values: {ja: true}, otherwise: true}',
    '{from: "$exists(optin)", as: boolean}',
    `"$contains($lowercase($string(optin)), 'ja') ? true : $exists(optin)"`,
  ])('is refused: %s', async rule => {
    for (const optin of unread)
      expect(await marketing(rule, { optin }), JSON.stringify(optin)).not.toBe('true');
  });

  it('is refused if the rule searches a text', async () => {
    const rule = `"$contains($lowercase(optin), 'ja')"`;
    expect(await marketing(rule, { optin: 'Nein, auch nicht n\u00e4chstes Jahr' })).toEqual(refused);
    expect(await marketing(rule, { optin: 'Ja' })).toBe('true');
  });

  it.each([
    [`'optin = "Ich stimme zu"'`, 'Ich stimme zu'],
    [`'$lowercase(optin) = "ich stimme zu"'`, 'Ich stimme zu'],
    ['{from: optin, values: {Ich stimme zu: true}, otherwise: false}', 'Ich stimme zu'],
    [`'"Newsletter" in optin'`, ['Termine', 'Newsletter']],
    ['{from: "$exists(optin)", because: the form cannot be sent without it}', '2026-05-01'],
    ['"optin >= 18"', 30],
  ])('is allowed if the rule names the value, or has a reason: %s', async (rule, optin) => {
    expect(await marketing(rule, { optin })).toBe('true');
  });

  it.each([
    [`'optin = "Nein, danke"'`, 'Nein, danke'],
    ['{from: optin, values: {"Nein, danke": true}}', 'Nein, danke'],
    [`'"Kein Newsletter" in optin'`, ['Kein Newsletter']],
  ])('is refused if the rule names a text that means no: %s', async (rule, optin) => {
    expect(await marketing(rule, { optin })).toEqual(refused);
  });

  it('is refused beside a yes to another question, if the rule checks that an answer is not yes', async () => {
    const rule = `"privacy and optin != 'ja'"`;
    expect(await marketing(rule, { optin: 'nein' })).toEqual(refused);
    expect(await marketing(`"privacy = true or optin = 'ja'"`, { optin: 'nein' })).toBe('true');
  });

  it.each([
    [
      '$exists(optin)',
      'Nein, danke',
      'write marketing: {from: optin, values: {"\u2026": true}, otherwise: false}',
    ],
    ['$exists(optin)', { checked: false }, 'write marketing: optin.checked'],
    ['$exists(optin)', 'abgelehnt', 'otherwise: false}'],
    ['$exists(optin)', 'nein', 'write marketing: optin, which reads'],
    ['$not(optin)', false, 'write marketing: optin, which reads'],
  ])('gets a hint how to read it: %s', async (rule, optin, words) => {
    expect(await hintFor(rule, { optin })).toContain(words);
  });

  it.each([
    ['optout', 'nein', '{from: optout, values: {ja: false, nein: null}}'],
    ['optout', false, '{from: optout, values: {true: false, false: null}}'],
    ['kein_newsletter', 'No', '{from: kein_newsletter, values: {Yes: false, No: null}}'],
  ])('never gets a hint with the bare path of an opt-out: %s', async (path, value, words) => {
    expect(await hintFor(`"${path} != 'x'"`, { [path]: value })).toContain(words);
  });
});

describe('a consent that needs two answers', () => {
  const both = [
    '"a and b"',
    '"b and a"',
    '"$boolean(a) and $boolean(b)"',
    '"$exists(a) and $exists(b)"',
    '"a ? b : false"',
    '"a ? b"',
    `'a != "" and b != ""'`,
    '"(a and b) ? true : false"',
    '"a and (b or c)"',
    '"$not($not(a)) and b"',
    '{from: "a and b", as: boolean}',
    `'a and b = "ja"'`,
  ];

  it.each(both)('is refused if one of them says no: %s', async rule => {
    for (const no of ['nein', 'No', '0', 'false', 'off'])
      expect(await marketing(rule, { a: no, b: 'ja' }), no).toEqual(refused);
  });

  it.each(both)('is given if both say yes: %s', async rule => {
    expect(await marketing(rule, { a: 'ja', b: 'ja' })).toBe('true');
  });

  it.each(['"a or b"', '"b or a"', `'a = "ja" or b = "ja"'`, '"$boolean(a) or $boolean(b)"'])(
    'is given by either answer if one is enough: %s',
    async rule => {
      expect(await marketing(rule, { a: 'nein', b: 'ja' })).toBe('true');
      expect(await marketing(rule, { a: 'nein', b: 'nein' })).not.toBe('true');
    },
  );
});

describe('an opt-out that is read as a consent', () => {
  const codes = (rule: string) =>
    parse(bookingMapping(`  marketing: ${rule}\n`)).diagnostics.map(({ code }) => code);

  it.each([
    'optout',
    'opt_out',
    'form.optOut',
    'unsubscribe',
    'unsubscribed',
    'abmelden',
    'abmeldung',
    'kein_newsletter',
    'no_marketing',
    'doNotContact',
    '{from: optout, as: boolean}',
    '{from: optout, as: boolean, because: " "}',
  ])('gets a warning: %s', rule => {
    expect(codes(rule)).toContain('mapping/opt-out-as-consent');
  });

  it.each([
    'optin',
    'newsletter',
    'notice',
    'anmeldung',
    'north',
    '{from: optout, values: {ja: false, nein: true}, because: asked for the opposite}',
    '{from: optout, because: the field is named wrongly}',
  ])('is not reported: %s', rule => {
    expect(codes(rule)).not.toContain('mapping/opt-out-as-consent');
  });
});

describe('with any words of a form', () => {
  it('a careless rule never gives a consent if every answer that it reads is no', async () => {
    const rule = fc.constantFrom(...careless);
    const letters = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });
    const cased = fc
      .tuple(fc.constantFrom(...noes), letters)
      .map(([word, upper]) =>
        [...word].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''),
      );
    await fc.assert(
      fc.asyncProperty(rule, cased, async (written, optin) => {
        fc.pre(!written.includes(`"${optin}"`));
        expect(await marketing(written, { optin })).not.toBe('true');
      }),
      { numRuns: 60 },
    );
  });
});

describe('the hint for an answer inside of an object', () => {
  it('names the answer and the text beside it', async () => {
    const optins = [
      { name: 'sms', wert: false },
      { name: 'news', wert: true },
    ];
    const hint = await hintFor("'optins ? true : false'", { optins });
    expect(hint).toBe(
      `read the answer inside of it: write marketing: {from: 'optins[name = "…"].wert', as: boolean}, with the name that the sender uses for marketing`,
    );
    for (const [name, sent] of [
      ['sms', 'false'],
      ['news', 'true'],
    ] as const) {
      const written = /marketing: (\{.*\}),/.exec(hint ?? '')?.[1]?.replace('…', name) ?? '';
      expect(String(await marketing(written, { optins }))).toBe(sent);
    }
  });
});

describe('a field that records a consent', () => {
  const codes = async (rule: string, v: unknown) => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    newsletter: '${rule}'\n`;
    const evaluation = await evaluateYaml(text, { payload: { nr: 7, v } });
    if (evaluation.kind !== 'call') return evaluation.kind;
    const change = evaluation.call.additionalFields[0]?.change;
    const set = change && 'set' in change ? change.set : undefined;
    const doubts = [...(set?.doubts ?? []), ...evaluation.diagnostics].map(({ code }) => code);
    return [set?.text, ...doubts.filter(each => each === 'mapping/denied-consent')];
  };

  it.each<readonly [string, unknown]>([
    ...['pending', 'cleaned', 'nonsubscribed', 'transactional', '', 'bounced', 'no-doi', 'archiviert'].map(
      v => ['v != "unsubscribed"', v] as const,
    ),
    ['v != ""', null],
    ['v != ""', '0000-00-00'],
    ['$exists(v)', '0000-00-00 00:00:00'],
    ['$contains(v, "ja")', 'nein, ja nicht'],
    ['$contains(v, "ja")', 'vielleicht im januar'],
    ['$contains(v, "Newsletter")', 'kein Newsletter'],
    ['$contains(v, "Newsletter")', 'Newsletter: nein'],
    ['$contains(v, "Newsletter")', 'Newsletter abbestellt'],
  ])('is reported if no answer makes it true: %s of %j', async (rule, v) => {
    expect(await codes(rule, v)).toEqual(['true', 'mapping/denied-consent']);
  });

  it.each<readonly [string, unknown, string]>([
    ...['subscribed', 'Subscribed', 'opt-in', 'active', 'confirmed', 'ja', 'ja gerne', 'angemeldet'].map(
      v => ['v != "unsubscribed"', v, 'true'] as const,
    ),
    ['v != "unsubscribed"', 'unsubscribed', 'false'],
    ['v = "subscribed"', 'pending', 'false'],
    ['v != ""', '2024-03-01', 'true'],
    ['$exists(v)', '2024-03-01T10:00:00Z', 'true'],
    ['$contains(v, "ja")', 'ja gerne', 'true'],
    ['$contains(v, "Newsletter")', 'Aktionen, Newsletter', 'true'],
    ['$contains(v, "Newsletter")', 'Aktionen', 'false'],
  ])('is not reported otherwise: %s of %j', async (rule, v, sent) => {
    expect(await codes(rule, v)).toEqual([sent]);
  });
});

describe('a ticked box with a denial in its text', () => {
  const boxes = ['Newsletter', 'E-Mail ohne Verschlüsselung'];

  it.each<readonly [string, unknown]>([
    [`'"E-Mail ohne Verschlüsselung" in v'`, boxes],
    [`'"E-Mail ohne Verschlüsselung" in v'`, 'E-Mail ohne Verschlüsselung'],
    [`'"Newsletter" in v'`, boxes],
    [`'v = "Fotos ohne Gesicht"'`, 'Fotos ohne Gesicht'],
    [`'"Photos without faces" in v'`, ['Photos without faces']],
    [`'"E-mail sans chiffrement" in v'`, ['E-mail sans chiffrement']],
  ])('is no denial by %s of %j', async (rule, v) => {
    expect(await marketing(rule, { v })).toBe('true');
  });

  it.each<readonly [string, unknown]>([
    [`'"Kein Newsletter" in v'`, ['Kein Newsletter']],
    [`'"Ohne Newsletter" in v'`, ['Ohne Newsletter']],
    [`'"Bitte ohne Werbung" in v'`, ['Bitte ohne Werbung']],
    [`'v = "Ohne mich"'`, 'Ohne mich'],
    [`'v != ""'`, 'E-Mail ohne Verschlüsselung'],
  ])('is a denial by %s of %j', async (rule, v) => {
    expect(await marketing(rule, { v })).toEqual(refused);
  });

  it('is no reason to read a list with as: boolean', async () => {
    const hint = await hintFor(`'"Kein Newsletter" in v'`, { v: ['Kein Newsletter'] });
    expect(hint).toBe(`write marketing: '"…" in v', with the whole text of the box that means yes`);
  });
});
