import { describe, expect, it } from 'vitest';
import { fieldbridge, openSandbox, plainConfig, plainFolder } from '../command-line.ts';

interface Case {
  readonly name: string;
  /** A line before `set`. */
  readonly head?: string;
  /** The lines below `set`; those of a booking besides the person and the consents. */
  readonly set: string;
  readonly booking?: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The codes that `check` reports, besides hints about tests. */
  readonly reported: readonly string[];
  /** The value that `preview` shows in the call; undefined if nothing would be sent. */
  readonly sent?: unknown;
  /** A part of the hint or of the corrected line. */
  readonly cure?: string;
}

const cases: readonly Case[] = [
  {
    name: 'a consent by a condition over a text',
    set: 'marketing: "optin ? true : false"',
    booking: {},
    payload: { optin: 'Nein' },
    reported: ['mapping/denied-consent'],
    cure: 'write marketing: optin, which reads',
  },
  {
    name: 'a consent because an answer is there',
    set: 'marketing: $exists(ds)',
    booking: {},
    payload: { ds: 'nein' },
    reported: ['mapping/denied-consent'],
  },
  {
    name: 'a checkbox by a condition over a text',
    set: `additionalFields:\n  newsletter: 'optin ? "true" : "false"'`,
    payload: { optin: 'nein' },
    reported: ['check/text-as-condition'],
    sent: { newsletter: 'true' },
    cure: 'write {from: optin, as: boolean}',
  },
  {
    name: 'a text as the condition of a mapping',
    head: 'when: newsletter',
    set: 'note: text',
    payload: { newsletter: 'nein', text: 'x' },
    reported: ['check/text-as-condition'],
    sent: 'x',
  },
  {
    name: 'a zone with a colon',
    set: `additionalFields:\n  lead.source: '$fromMillis(ms, "[D01].[M01].[Y0001] [H01]:[m01]", "+02:00")'`,
    payload: { ms: 1609452000000 },
    reported: [],
    sent: { 'lead.source': '01.01.2021 00:00' },
  },
  {
    name: 'a day that no month has',
    set: `additionalFields:\n  lead.source: '$fromMillis($toMillis(d, "[D].[M].[Y]"), "[D01].[M01].[Y0001]")'`,
    payload: { d: '31.02.1988' },
    reported: ['check/expression-fails'],
  },
  {
    name: 'milliseconds read as seconds',
    set: 'additionalFields:\n  birthdate: {from: d, as: date, parse: X, format: dd.MM.yyyy}',
    payload: { d: 574300800000 },
    reported: ['mapping/invalid-value'],
    cure: 'write parse: x, which reads milliseconds since 1970',
  },
  {
    name: 'milliseconds without a pattern',
    set: 'additionalFields:\n  first.visit: {from: d, as: date}',
    payload: { d: 1795608000000 },
    reported: ['mapping/invalid-value'],
    cure: 'which reads milliseconds since 1970',
  },
  {
    name: 'a birthday at midnight elsewhere',
    set: 'additionalFields:\n  birthdate: {from: d, as: date, format: dd.MM.yyyy}',
    payload: { d: '1988-03-13T23:00:00.000Z' },
    reported: ['mapping/ambiguous-value'],
    sent: { birthdate: '13.03.1988' },
    cure: 'zone: Europe/Berlin',
  },
  {
    name: 'the same with the zone',
    set: 'additionalFields:\n  birthdate: {from: d, as: date, format: dd.MM.yyyy, zone: Europe/Berlin}',
    payload: { d: '1988-03-13T23:00:00.000Z' },
    reported: [],
    sent: { birthdate: '14.03.1988' },
  },
  {
    name: 'the letter T in a format',
    set: 'additionalFields:\n  lead.source: {from: d, as: date, format: "yyyy-MM-ddTHH:mm:ss"}',
    payload: { d: '1988-03-14T10:05:00' },
    reported: ['mapping/invalid-rule'],
    cure: `yyyy-MM-dd'T'HH:mm:ss`,
  },
  {
    name: 'German letters in a format',
    set: 'additionalFields:\n  lead.source: {from: d, as: date, format: TT.MM.JJJJ}',
    payload: { d: '1988-03-14' },
    reported: ['mapping/invalid-rule'],
    cure: 'the year is yyyy and the day is dd: "dd.MM.yyyy"',
  },
  {
    name: 'German letters in parse',
    set: 'additionalFields:\n  birthdate: {from: d, as: date, parse: TT.MM.JJJJ}',
    payload: { d: '03.05.1990' },
    reported: ['mapping/invalid-rule'],
    cure: 'the year is yyyy and the day is dd: "dd.MM.yyyy"',
  },
  {
    name: 'a birthday to come',
    set: 'additionalFields:\n  birthdate: {from: d, as: date, parse: dd.MM.yyyy}',
    payload: { d: '03.05.2090' },
    reported: ['check/impossible-birthday'],
    sent: undefined,
  },
  {
    name: 'a short name of a month',
    set: 'additionalFields:\n  birthdate: {from: d, as: date, parse: "d. MMM yyyy", format: dd.MM.yyyy}',
    payload: { d: '14. Mär 1988' },
    reported: [],
    sent: { birthdate: '14.03.1988' },
  },
  {
    name: 'names of days in the language of the destination',
    set: 'additionalFields:\n  lead.source: {from: d, as: date, format: "EEEE, d. MMMM yyyy"}',
    payload: { d: '1988-03-14' },
    reported: [],
    sent: { 'lead.source': 'Montag, 14. März 1988' },
  },
  {
    name: 'dates compared as texts',
    set: `additionalFields:\n  lead.source: 'd < "01.01.2008" ? "Erwachsen" : "Kind"'`,
    payload: { d: '14.03.1988' },
    reported: ['check/texts-in-order'],
    sent: { 'lead.source': 'Kind' },
  },
  {
    name: 'a day with a time behind it',
    set: 'additionalFields:\n  birthdate: {from: d, as: date, parse: yyyy-MM-dd, format: dd.MM.yyyy}',
    payload: { d: '1988-11-25T00:00:00.000Z' },
    reported: [],
    sent: { birthdate: '25.11.1988' },
  },
  {
    name: 'its own calling code without a plus',
    set: 'mobile: {from: tel, as: phone, country: DE}',
    booking: { mobile: '+4915123456789' },
    payload: { tel: '4915123456789' },
    reported: [],
  },
  {
    name: 'another calling code without a plus',
    set: 'mobile: {from: tel, as: phone, country: DE}',
    booking: {},
    payload: { tel: '436641234567' },
    reported: ['mapping/invalid-value'],
    cure: 'have the sender write +43',
  },
  {
    name: 'a list for one value',
    set: 'mobile: tels',
    booking: {},
    payload: { tels: ['+4915123456789', '+4930123456'] },
    reported: ['mapping/invalid-value'],
    cure: "to take the first, write 'tels[0]'",
  },
  {
    name: 'a list of days',
    set: 'additionalFields:\n  birthdate: {from: d, as: date, parse: dd.MM.yyyy}',
    payload: { d: ['14.03.1988', '01.01.1990'] },
    reported: ['mapping/invalid-value'],
    cure: "to take the first, write 'd[0]'",
  },
  {
    name: 'choices in one text',
    set: 'additionalFields:\n  interests: {from: l, as: list, separator: ","}',
    payload: { l: 'Farbe, Pflege' },
    reported: [],
    sent: { interests: 'Farbe,Pflege' },
  },
  {
    name: 'choices with blanks',
    set: 'additionalFields:\n  interests: {from: l, as: list}',
    payload: { l: ['Farbe\u00a0', ' Pflege'] },
    reported: [],
    sent: { interests: 'Farbe,Pflege' },
  },
  {
    name: 'choices that have a comma',
    set: 'additionalFields:\n  services: {from: l, as: list, separator: ";"}',
    payload: { l: 'Massage, 60 Min., Farbe & Strähnen' },
    reported: [],
    sent: { services: 'Massage, 60 Min.;Farbe & Strähnen' },
  },
  {
    name: 'a list compared with a text',
    head: 'when: topics = "Newsletter"',
    set: 'note: text',
    payload: { topics: ['Newsletter'], text: 'x' },
    reported: ['check/list-compared'],
    cure: 'write "Newsletter" in topics',
  },
  {
    name: 'a text compared with true',
    head: 'when: newsletter = true',
    set: 'note: text',
    payload: { newsletter: 'ja', text: 'x' },
    reported: ['check/never-equal'],
    cure: 'newsletter = "ja"',
  },
  {
    name: 'blanks around a name',
    set: 'phone: tel',
    booking: { name: 'Müller' },
    payload: { last: ' Müller\u00a0', tel: '+4930123456' },
    reported: [],
  },
  {
    name: 'only a character without a width',
    set: 'additionalFields:\n  lead.source: {from: a, whenEmpty: clear}',
    payload: { a: '\u200b' },
    reported: [],
    sent: { 'lead.source': '' },
  },
  {
    name: 'the line end of a block',
    set: 'additionalFields:\n  lead.source:\n    value: |\n      Website',
    payload: {},
    reported: [],
    sent: { 'lead.source': 'Website' },
  },
  {
    name: 'entities of HTML',
    set: 'note: text',
    payload: { text: 'M&#252;ller &amp; S&ouml;hne' },
    reported: ['mapping/escaped-html'],
    sent: 'M&#252;ller &amp; S&ouml;hne',
  },
  {
    name: 'braces in braces',
    set: 'note: {template: Hallo {text}, willkommen}',
    payload: { text: 'Anna' },
    reported: ['yaml/syntax'],
    cure: 'note: {template: "Hallo {text}, willkommen"}',
  },
  {
    name: 'a blank that is none',
    set: 'note:\u00a0text',
    payload: { text: 'x' },
    reported: ['yaml/syntax'],
    cure: 'note: text',
  },
  {
    name: 'a hash that swallows the rest',
    set: 'additionalFields:\n  lead.source:\n    value: Instagram #salon',
    payload: {},
    reported: ['yaml/swallowed-text'],
    sent: { 'lead.source': 'Instagram' },
    cure: 'value: "Instagram #salon"',
  },
  {
    name: 'an address that is none',
    set: 'phone: tel',
    booking: {},
    payload: { email: 'zoe@example,de', tel: '+4930123456' },
    reported: ['check/not-an-email'],
    cure: 'did you mean "zoe@example.de"?',
  },
  {
    name: 'clear beside a condition',
    set: `note: text\nadditionalFields:\n  allergies: {from: 'field = "allergies" ? value', whenMissing: clear}`,
    payload: { field: 'x', value: '1', text: 'x' },
    reported: ['mapping/clears-by-condition'],
    sent: 'x',
  },
  {
    name: 'false for what is empty',
    set: 'note: text\nadditionalFields:\n  lead.source: mobile',
    payload: { text: 'x', mobile: false },
    reported: ['mapping/false-as-text'],
    sent: 'x',
    cure: 'empty: [false]',
  },
  {
    name: 'JSON in a text',
    set: 'note: data.name',
    payload: { data: '{"id": 1001, "name": "Anna"}' },
    reported: ['mapping/json-in-text'],
    cure: 'jsonField: data',
  },
];

const consents = ['privacy', 'terms', 'minAge'];

function textOf({ head = '', set, booking }: Case, payload: object): string {
  const lines = booking
    ? [
        'appointmentId: appointment',
        'firstName: first',
        'name: last',
        'email: email',
        ...consents.map(each => `${each}: ${each}`),
        ...set.split('\n'),
      ]
    : ['id: customer', ...set.split('\n')];
  return `source: form
destination: salon
operation: ${booking ? 'persistCustomerData' : 'updateCustomer'}
${head}
set:
${lines.map(line => `  ${line}`).join('\n')}
tests:
  - name: t
    payload: ${JSON.stringify(payload)}
    includes: [{}]
`;
}

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly hint?: string; readonly fix?: unknown }[];
  readonly calls?: readonly {
    readonly status: string;
    readonly request: Readonly<Record<string, unknown>>;
  }[];
}

/** Findings about tests, not about values. */
const ofTests = /^check\/(?:untested-expression|no-test|unconfirmed-status)$/;

describe('a plausible but wrong value', () => {
  it.each(cases.map(each => [each.name, each] as const))(
    'is reported, or sent as intended: %s',
    async (_, one) => {
      const sandbox = await openSandbox();
      const selectItems = ['Massage, 60 Min.', 'Massage, 90 Min.', 'Farbe & Strähnen'];
      sandbox.control('fields', { action: 'add', keyName: 'services', type: 'checkbox_group', selectItems });
      const person = { appointment: 'a1', first: 'Anna', last: 'Muster', email: 'anna@example.com' };
      const agreed = Object.fromEntries(consents.map(each => [each, true]));
      const payload = one.booking
        ? { ...person, ...agreed, ...one.payload }
        : { customer: 1001, ...one.payload };
      const directory = plainFolder(sandbox, {
        'config.yaml': plainConfig(sandbox).replace('    statuses:', '    locale: de\n    statuses:'),
        'mappings/notes.yaml': textOf(one, payload),
      });
      const checked = await fieldbridge(['check', '--json'], { directory });
      const { diagnostics } = JSON.parse(checked.out) as Report;
      const found = diagnostics.filter(({ code }) => !ofTests.test(code));
      expect([...new Set(found.map(({ code }) => code))]).toEqual(one.reported);
      expect(JSON.stringify(found)).toContain(
        one.cure === undefined ? '' : JSON.stringify(one.cure).slice(1, -1),
      );
      const previewed = await fieldbridge(['preview', 'notes', '-', '--json'], {
        directory,
        input: JSON.stringify(payload),
      });
      const [call] = previewed.out.startsWith('{') ? ((JSON.parse(previewed.out) as Report).calls ?? []) : [];
      const isSent = call?.status === 'queued';
      if (one.booking && Object.keys(one.booking).length > 0)
        expect(call?.request).toMatchObject(one.booking);
      else if (one.sent === undefined) expect(isSent).toBe(false);
      else {
        const { note, additionalFields } = call?.request ?? {};
        expect(isSent && (typeof one.sent === 'string' ? note : additionalFields)).toEqual(one.sent);
      }
    },
  );
});
