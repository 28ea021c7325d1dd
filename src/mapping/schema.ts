import * as z from 'zod';
import { absence, defaultsSchema } from '../config/defaults.ts';
import { duration } from '../config/schema/duration.ts';
import { literal, scalar, lookupTable as table } from '../config/schema/tables-schema.ts';
import { confirmedLink } from './confirmed-link.ts';

const texts = z.union([z.string(), z.array(z.string()).min(1)]);

/** A rule written as an object. The combination of keys is checked with the rule. */
export const ruleShape = z.strictObject({
  from: z
    .string()
    .optional()
    .describe(
      'A JSONata expression, usually a path in the payload such as contact.first_name, or $answers.allergies.',
    )
    .meta({ written: ['contact.first_name', '$answers.allergies'] }),
  answer: z
    .union([z.string().regex(/\S/u, 'the name of a question'), z.number().transform(String)])
    .optional()
    .describe(
      'Instead of from: the name of a question of the form, such as its label, its reference or its id. An exact match is tried first. Then the Unicode form, capital letters and outer spaces are ignored. A name of several questions is refused. Write a part of an answer after a dot: names.first_name.',
    )
    .meta({ allowed: 'the name of a question', written: ['Geburtstag', 'Größe (cm)'] }),
  value: literal.optional().describe('A literal, the same for every event.'),
  template: z
    .string()
    .optional()
    .describe('A text with {expression} parts. If a part is missing or empty, the whole text is missing.')
    .meta({ written: ['Intake form of {$answers.date}'] }),
  values: z
    .union([z.string(), table])
    .optional()
    .describe(
      'A look-up table: on the left the value of the payload, on the right the value that is sent. In a list, each element is looked up. A value that is not in the table is invalid, unless the rule has otherwise. Instead of a table, write the name of one at the top of the mapping or in the config.',
    )
    .meta({
      allowed: 'a table, or the name of one of tables',
      written: [{ high: 'Stammkunde', low: 'Neukunde' }, 'interest'],
    }),
  otherwise: literal
    .optional()
    .describe('The result for a value that is not in the table. null: the value counts as missing.'),
  ignoreCase: z
    .boolean()
    .optional()
    .describe('true: ignore upper and lower case in the table. Default: false.'),
  as: z
    .enum(['text', 'number', 'boolean', 'date', 'phone', 'list', 'choice', 'choices'])
    .optional()
    .describe('The type of the value. It decides how the value is read and how it is sent. Default: a text.')
    .meta({
      enumDescriptions: [
        'A text, as it is',
        'A number',
        'true or false; yes/no, on/off, 1/0, ja/nein and similar words are read too',
        'A date, read by parse and written by format',
        'A phone number, sent as +4915112345678; country sets the country of numbers without a country code',
        'A list, joined by separator; a single value counts as a list',
        'A choice of the account, also of customerStatus; spaces, upper and lower case, the Unicode form and the display language are ignored',
        'Several choices, in a list or in one text; if choices contain the separator, the longest match is used',
      ],
    }),
  parse: texts
    .optional()
    .describe(
      'With as: date. The format of the date in the payload, such as dd.MM.yyyy, or a list of formats. X reads seconds since 1970, x reads milliseconds, spreadsheet reads the day numbers of spreadsheets.',
    )
    .meta({ written: ['dd.MM.yyyy', ['yyyy-MM-dd', 'MM/dd/yyyy']] }),
  format: z
    .string()
    .optional()
    .describe(
      'With as: date. The format in which the date is sent, with names of months and days in the language of the destination (locale). Default: yyyy-MM-dd. With as: number. How the number 1234.5 would be sent: 1.234,50 has a thousands separator and two decimals, 1234,# keeps all decimals. Default: as in 1234.5.',
    )
    .meta({ default: 'yyyy-MM-dd', written: ['dd.MM.yyyy', '1234,50'] }),
  zone: z
    .string()
    .optional()
    .describe(
      'With as: date. The name of the time zone for times without a zone, and for the date that is sent. Without it, the date is sent as it was written.',
    )
    .meta({ written: ['Europe/Berlin'] }),
  decimal: z
    .enum(['.', ','])
    .optional()
    .describe('With as: number. The decimal separator, because 1.234 may also mean more than a thousand.'),
  country: z
    .string()
    .optional()
    .describe('With as: phone. The country of numbers without a country code, such as DE.'),
  separator: z
    .string()
    .optional()
    .describe(
      'With as: list or as: choices. The separator between the elements that are sent. Choices in a text are recognised by their names in the account, with any separator between them. Default: a comma.',
    )
    .meta({ default: ',' }),
  html: z
    .literal(true)
    .optional()
    .describe(
      'true: the value is HTML. Its visible text is sent: without tags, with a line for each paragraph, and with escapes such as &amp; decoded.',
    ),
  trim: z
    .boolean()
    .optional()
    .describe(
      'false: keep spaces and invisible characters at both ends of a value of the payload. Default: they are removed, and a value of nothing else is empty.',
    )
    .meta({ default: true }),
  default: literal
    .optional()
    .describe('The value to send if the value is missing or empty. It is sent unchanged.'),
  whenMissing: absence
    .optional()
    .describe('How to treat a value that the payload does not contain. Default: skip.'),
  whenEmpty: absence
    .optional()
    .describe(
      'How to treat an empty value: null, an empty text, only spaces or invisible characters, or a list of only such values. Default: skip.',
    ),
  onInvalid: z
    .enum(['fail', 'drop', 'clear'])
    .optional()
    .describe(
      'How to treat an invalid value of this rule. In a list, drop removes only the invalid elements. Default: onInvalid of the mapping or its defaults.',
    )
    .meta({
      enumDescriptions: [
        'The event fails, and a person decides',
        'The value is not sent, so nothing changes; in a list, only the invalid elements are not sent',
        'The empty text is sent, which deletes the value',
      ],
    }),
  required: z
    .boolean()
    .optional()
    .describe('true: the event fails if the value is missing or empty. Default: false.'),
  because: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The reason for a rule that check warns about: a literal as the consent, number or status of a person, or a value that is deleted because a condition is not true or a value is invalid. At `id`: the reason why events name another person than the customer, such as a parent. A warning about the pattern of a date becomes a note.',
    )
    .meta({ written: ['the form cannot be sent without it'] }),
  header: z
    .string()
    .optional()
    .describe('The header of an entry of additionalFields. Only for updateCustomer.'),
});

/** A rule written as an object of the right shape. */
export type WrittenRule = z.infer<typeof ruleShape>;

/** The shape of a rule with the table named by `values`, and the place of that table in the file. */
export interface RuleShape extends Omit<WrittenRule, 'values'> {
  readonly values?: z.infer<typeof table> | undefined;
  readonly valuesAt?: readonly (string | number)[];
}

const calls = z.array(z.record(z.string(), z.unknown()));
const output = z
  .union([scalar, z.strictObject({ fails: z.string().min(1) })])
  .meta({ allowed: 'a text, a number, true, false, null, or {fails: CODE}' });

/** The keys for the expectation of a test, which has exactly one of them. */
export const testExpectations = ['expect', 'includes', 'fails', 'skips', 'cases'] as const;

/** One entry of `tests`. */
export const testShape = z
  .strictObject({
    name: z.string().min(1).describe('The purpose of the test, in a few words.'),
    payload: z
      .unknown()
      .optional()
      .describe(
        'A file with the body of a whole webhook, by its path from the folder of the mapping; or the payload of one event, as a map or as JSON.',
      )
      .meta({ written: ['samples/intake.json'] }),
    headers: z.record(z.string(), z.string()).optional().describe('The headers of the webhook.'),
    query: z.record(z.string(), scalar).optional().describe('The query of the webhook.'),
    linked: z
      .union([z.string(), z.number()])
      .optional()
      .describe('The customer number that is known for the link. Default: none is known.'),
    expect: calls
      .optional()
      .describe('The expected calls, as preview shows them; [] for none. `test --update` writes them.'),
    includes: calls
      .min(1)
      .optional()
      .describe(
        'Parts of the expected calls. Each part must be in one of the calls, which may have more values.',
      ),
    fails: z
      .string()
      .min(1)
      .optional()
      .describe('The code of the diagnostic with which the event must fail, as preview shows it.')
      .meta({ written: ['mapping/invalid-value'] }),
    skips: z.literal(true).optional().describe('true: no call is expected, and no failure.'),
    cases: z
      .record(z.string(), z.record(z.string(), output))
      .optional()
      .describe(
        'Inputs and outputs of single rules, by their names. On the left is the input that replaces the value of from; on the right is the value that is sent, null for nothing, or {fails: CODE} for an invalid value. Not together with payload.',
      )
      .meta({ written: [{ birthdate: { '14.3.1988': '14.03.1988' } }] }),
  })
  .meta({ oneOf: testExpectations.map(key => ({ required: [key] })) });

/** One entry of `tests` of the right shape. */
export type TestShape = z.infer<typeof testShape>;

/** The names of the operations as in a file. */
export const operationShape = z.enum(['updateCustomer', 'persistCustomerData']);

/** Characters that make a plain text at `destination` an expression instead of a (misspelt) name. */
export const destinationExpression = /["'`$()[\]{}?:=<>&|+*/%#@,;!~^]/;

/** A whole mapping file without its rules, which are checked one by one. */
export const mappingShape = z.strictObject({
  source: z.string().min(1).describe('The source of the config whose events this mapping is for.'),
  destination: z
    .union([z.string().min(1), z.record(z.string(), z.unknown())])
    .describe('A destination of the config, or a rule that gives its name.')
    .meta({ allowed: 'a name, or a rule' }),
  when: z
    .union([z.string(), z.boolean()])
    .optional()
    .describe(
      'A JSONata expression. The mapping applies only to events for which it is true. Default: all events.',
    )
    .meta({ written: ['form_response.form_id = "intake"'] }),
  link: z
    .union([z.string(), confirmedLink])
    .optional()
    .describe(
      "A JSONata expression that returns the sender's own id of the person. Spaces at its ends are ignored. As {from, because}, it gives the reason for a link that check warns about.",
    )
    .meta({
      allowed: 'an expression, or {from: EXPRESSION, because: "…"}',
      written: ['contact.id', { from: 'email', because: 'the sender has one address for each person' }],
    }),
  whenUnlinked: z
    .enum(['wait', 'fail', 'skip'])
    .optional()
    .describe(
      'How to treat an event whose rules use $linked, while no customer number is known for its link. Default: wait.',
    )
    .meta({
      default: 'wait',
      enumDescriptions: ['It waits until the link is known', 'It fails', 'It is skipped'],
    }),
  onInvalid: z
    .enum(['fail', 'drop'])
    .optional()
    .describe('How to treat an invalid value, for rules without onInvalid. Default: fail.')
    .meta({ default: 'fail', enumDescriptions: ['The event fails', 'The value is left out'] }),
  onUnknownField: z
    .enum(['hold', 'drop'])
    .optional()
    .describe('How to treat a keyName that the account does not have (any more). Default: hold.')
    .meta({ default: 'hold', enumDescriptions: ['The mapping is held', 'The field is left out'] }),
  maxAge: duration('1s', '365d')
    .optional()
    .describe(
      'An event that is older than this is not sent. It fails, and a person decides. Default: 7d, for bookings 15m.',
    )
    .meta({ written: ['7d', '15m'] }),
  ignoreOlder: z
    .boolean()
    .optional()
    .describe(
      'true: skip an event that is older than the newest event that this mapping delivered for the person. Use it for updateCustomer if each event has all values that the mapping sets. The source needs occurredAt.',
    ),
  defaults: defaultsSchema
    .optional()
    .describe(
      'Default keys for all rules of the mapping. They take precedence over those of the source and of the destination.',
    ),
  tables: z
    .record(z.string(), table)
    .optional()
    .describe('Look-up tables by name, for rules of this mapping with values: NAME.')
    .meta({ written: [{ interest: { high: 'Stammkunde', low: 'Neukunde' } }] }),
  operation: operationShape.describe('The operation of the API that is called.'),
  set: z.record(z.string(), z.unknown()).describe('The parameters of the call, each with a rule.'),
  tests: z.array(testShape).optional().describe('Payloads, and the calls that are expected for them.'),
});

/** The description of the key in `set` that is not a parameter. */
export const fieldsDescription = 'A rule for each additional field of the account, by its keyName.';
