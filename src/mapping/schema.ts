import * as z from 'zod';
import { absence, defaultsSchema } from '../config/defaults.ts';
import { duration } from '../config/schema/duration.ts';
import { literal, scalar, lookupTable as table } from '../config/schema/tables-schema.ts';

const texts = z.union([z.string(), z.array(z.string()).min(1)]);

/** A rule written as an object. Which keys go together is checked with the rule. */
export const ruleShape = z.strictObject({
  from: z
    .string()
    .optional()
    .describe(
      'A JSONata expression: a path into the payload such as contact.first_name, or $answers.allergies.',
    )
    .meta({ written: ['contact.first_name', '$answers.allergies'] }),
  answer: z
    .union([z.string().regex(/\S/u, 'the name of a question'), z.number().transform(String)])
    .optional()
    .describe(
      'Instead of from: the name of a question of the form, such as its label, its reference or its id. A name that is written exactly so counts first; else the Unicode form, capital letters and spaces at both ends are ignored. A name that several questions have is refused. A part of an answer stands behind a dot: names.first_name.',
    )
    .meta({ allowed: 'the name of a question', written: ['Geburtstag', 'Größe (cm)'] }),
  value: literal.optional().describe('A literal: the same for every event.'),
  template: z
    .string()
    .optional()
    .describe('A text with {expression} parts. If a part is missing or empty, the whole text is missing.')
    .meta({ written: ['Intake form of {$answers.date}'] }),
  values: z
    .union([z.string(), table])
    .optional()
    .describe(
      'A look-up table: on the left what the payload has, on the right what is sent. Of a list each element is looked up. A value that is not in it is invalid, unless otherwise is there. A text names one of the tables at the head of the mapping or in the config.',
    )
    .meta({
      allowed: 'a table, or the name of one of tables',
      written: [{ high: 'Stammkunde', low: 'Neukunde' }, 'interest'],
    }),
  otherwise: literal
    .optional()
    .describe('The result for a value that is not in the table; null: as if the value were missing.'),
  ignoreCase: z
    .boolean()
    .optional()
    .describe('Look up without regard to upper and lower case. Default: false.'),
  as: z
    .enum(['text', 'number', 'boolean', 'date', 'phone', 'list', 'choice', 'choices'])
    .optional()
    .describe('The type of the value: how it is read, and how it is written for the API. Default: a text.')
    .meta({
      enumDescriptions: [
        'A text, as it is',
        'A number',
        'true or false; yes/no, on/off, 1/0, ja/nein and the like are read too',
        'A date, read by parse and written by format',
        'A phone number, written as +4915112345678; country says where it is from',
        'A list, joined by separator; one value is a list of one',
        'A choice of the account, also of customerStatus; spaces, upper and lower case, the Unicode form and the display language are ignored',
        'Several choices, in a list or in one text; of choices that have the separator in them, the longest counts',
      ],
    }),
  parse: texts
    .optional()
    .describe(
      'With as: date. How the payload writes the date, or a list of the ways: dd.MM.yyyy. X reads seconds since 1970, x milliseconds, spreadsheet the days that a spreadsheet counts.',
    )
    .meta({ written: ['dd.MM.yyyy', ['yyyy-MM-dd', 'MM/dd/yyyy']] }),
  format: z
    .string()
    .optional()
    .describe(
      'With as: date. How the date is sent; names of months and days in the language of the destination (locale). Default: yyyy-MM-dd. With as: number. How the number 1234.5 would be sent: 1.234,50 has a sign between thousands and two decimals, 1234,# as many decimals as there are. Default: as in 1234.5.',
    )
    .meta({ default: 'yyyy-MM-dd', written: ['dd.MM.yyyy', '1234,50'] }),
  zone: z
    .string()
    .optional()
    .describe(
      'With as: date. The time zone, by its name, that a time without one is in, and in which the date is sent. Left out: the date stays as it was written.',
    )
    .meta({ written: ['Europe/Berlin'] }),
  decimal: z
    .enum(['.', ','])
    .optional()
    .describe('With as: number. The sign before the decimals, since 1.234 may also be more than a thousand.'),
  country: z
    .string()
    .optional()
    .describe('With as: phone. The country of a number that is written without its country code: DE.'),
  separator: z
    .string()
    .optional()
    .describe(
      'With as: list or as: choices. The sign between the elements when they are sent. The choices in a text are recognised by the names that the account has, whichever sign is between them. Default: a comma.',
    )
    .meta({ default: ',' }),
  html: z
    .literal(true)
    .optional()
    .describe(
      'true: the value is HTML, and the text that people see of it is sent: without tags, a line for each paragraph, and the characters that escapes such as &amp; stand for.',
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
    .describe('Tells what to do when the payload does not have the value at all. Default: skip.'),
  whenEmpty: absence
    .optional()
    .describe(
      'Handling of an empty value: null, an empty text, only spaces or invisible characters, or a list of nothing else. Default: skip.',
    ),
  onInvalid: z
    .enum(['fail', 'drop', 'clear'])
    .optional()
    .describe(
      'Handling of a bad value of this rule. Of a list, drop removes the bad elements. Default: onInvalid of the mapping or its defaults.',
    )
    .meta({
      enumDescriptions: [
        'The event fails, and a person decides',
        'The value is not sent, so nothing changes; of a list, the bad elements are not sent',
        'The empty text is sent, which deletes the value',
      ],
    }),
  required: z
    .boolean()
    .optional()
    .describe('true: a missing or empty value makes the event fail. Default: false.'),
  because: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Why a literal stands for a person's consent, number or status, or why a value is deleted where a condition is not true or the event has a bad one; without it, check warns of that.",
    )
    .meta({ written: ['the form cannot be sent without it'] }),
  header: z
    .string()
    .optional()
    .describe('The header of an entry of additionalFields; for updateCustomer only.'),
});

/** A rule written as an object, of the right shape. */
export type WrittenRule = z.infer<typeof ruleShape>;

/** The shape of a rule with the table that `values` names, and the place of that table in the file. */
export interface RuleShape extends Omit<WrittenRule, 'values'> {
  readonly values?: z.infer<typeof table> | undefined;
  readonly valuesAt?: readonly (string | number)[];
}

const calls = z.array(z.record(z.string(), z.unknown()));
const output = z
  .union([scalar, z.strictObject({ fails: z.string().min(1) })])
  .meta({ allowed: 'a text, a number, true, false, null, or {fails: CODE}' });

/** The keys that say what a test expects; it has one of them. */
export const testExpectations = ['expect', 'includes', 'fails', 'skips', 'cases'] as const;

/** One entry of `tests`. */
export const testShape = z
  .strictObject({
    name: z.string().min(1).describe('The purpose of the test, in a few words.'),
    payload: z
      .unknown()
      .optional()
      .describe(
        'A file beside the mapping with the body of a whole webhook, or the payload of one event itself.',
      )
      .meta({ written: ['samples/intake.json'] }),
    headers: z.record(z.string(), z.string()).optional().describe('The headers of the webhook.'),
    query: z.record(z.string(), scalar).optional().describe('The query of the webhook.'),
    linked: z
      .union([z.string(), z.number()])
      .optional()
      .describe('The customer number known for the link; left out: none is known.'),
    expect: calls
      .optional()
      .describe(
        'The calls that are expected, as preview shows them; [] for none. `test --update` writes them.',
      ),
    includes: calls
      .min(1)
      .optional()
      .describe('A part of the calls: each of these is in one of them, which may have more values.'),
    fails: z
      .string()
      .min(1)
      .optional()
      .describe('The code of the diagnostic with which the event fails, as preview shows it.')
      .meta({ written: ['mapping/invalid-value'] }),
    skips: z.literal(true).optional().describe('true: no call is made, and nothing fails.'),
    cases: z
      .record(z.string(), z.record(z.string(), output))
      .optional()
      .describe(
        'Inputs and outputs of single rules, by their names: on the left what the rule gets in place of what from reads, on the right what is sent; null for nothing, {fails: CODE} for a bad value. Without payload.',
      )
      .meta({ written: [{ birthdate: { '14.3.1988': '14.03.1988' } }] }),
  })
  .meta({ oneOf: testExpectations.map(key => ({ required: [key] })) });

/** One entry of `tests`, of the right shape. */
export type TestShape = z.infer<typeof testShape>;

/** The names of the operations, as a file says them. */
export const operationShape = z.enum(['updateCustomer', 'persistCustomerData']);

/** The signs that make a plain text at `destination` an expression and not a name, not even a misspelt one. */
export const destinationExpression = /["'`$()[\]{}?:=<>&|+*/%#@,;!~^]/;

/** A whole mapping file but for its rules, which are checked one by one. */
export const mappingShape = z.strictObject({
  source: z.string().min(1).describe('The source of the config whose events this mapping is for.'),
  destination: z
    .union([z.string().min(1), z.record(z.string(), z.unknown())])
    .describe('A destination of the config, or a rule that gives its name.')
    .meta({ allowed: 'a name, or a rule' }),
  when: z
    .union([z.string(), z.boolean()])
    .optional()
    .describe('A JSONata expression: whether the mapping applies to an event. Left out: always.')
    .meta({ written: ['form_response.form_id = "intake"'] }),
  link: z
    .string()
    .optional()
    .describe("A JSONata expression: the sender's own id of the person. Blanks at its ends do not count.")
    .meta({ written: ['contact.id'] }),
  whenUnlinked: z
    .enum(['wait', 'fail', 'skip'])
    .optional()
    .describe(
      'Handling of an event whose rules use $linked while no customer number is known for its link. Default: wait.',
    )
    .meta({
      default: 'wait',
      enumDescriptions: ['It waits until the link is known', 'It fails', 'It is skipped'],
    }),
  onInvalid: z
    .enum(['fail', 'drop'])
    .optional()
    .describe('How each rule treats a bad value, unless it says so itself. Default: fail.')
    .meta({ default: 'fail', enumDescriptions: ['The event fails', 'The value is left out'] }),
  onUnknownField: z
    .enum(['hold', 'drop'])
    .optional()
    .describe('Handling of a keyName that the account does not have (any more). Default: hold.')
    .meta({ default: 'hold', enumDescriptions: ['The mapping is held', 'The field is left out'] }),
  maxAge: duration('1s', '365d')
    .optional()
    .describe(
      'An event that is older than this is not sent: it is failed, and a person decides. Default: 7d, for bookings 15m.',
    )
    .meta({ written: ['7d', '15m'] }),
  ignoreOlder: z
    .boolean()
    .optional()
    .describe(
      'true: skip an event that happened before the newest one that this mapping delivered for the person. For updateCustomer, if each event has all values that the mapping sets; the source needs occurredAt.',
    ),
  defaults: defaultsSchema
    .optional()
    .describe(
      'Keys for all rules of the mapping that do not say them. They count before those of the source and of the destination.',
    ),
  tables: z
    .record(z.string(), table)
    .optional()
    .describe('Look-up tables by name, for all rules of the mapping that say values: NAME.')
    .meta({ written: [{ interest: { high: 'Stammkunde', low: 'Neukunde' } }] }),
  operation: operationShape.describe('The operation of the API that is called.'),
  set: z.record(z.string(), z.unknown()).describe('The parameters of the call: a rule for each.'),
  tests: z.array(testShape).optional().describe('Payloads and the calls that they must give.'),
});

/** The words that `set` has beside the parameters. */
export const fieldsDescription = 'A rule for each additional field of the account, by its keyName.';
