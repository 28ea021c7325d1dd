import * as z from 'zod';
import { duration } from '../config/duration.ts';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const literal = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(scalar)]);
const absence = z.enum(['skip', 'clear', 'fail']).meta({
  default: 'skip',
  enumDescriptions: [
    'It is not sent, so nothing changes',
    'The empty text is sent, which deletes the value',
    'The event fails, and a person decides',
  ],
});
const texts = z.union([z.string(), z.array(z.string()).min(1)]);

/** A rule written as an object. Which keys go together is checked with the rule. */
export const ruleShape = z.strictObject({
  from: z
    .string()
    .optional()
    .describe('A JSONata expression: a path into the payload, $answers.x, ...')
    .meta({ written: ['contact.first_name', '$answers.allergies'] }),
  value: literal.optional().describe('A literal: the same text for every event.'),
  template: z
    .string()
    .optional()
    .describe('A text with {expression} parts. Where any part is missing or empty, so is the whole.')
    .meta({ written: ['Intake form of {$answers.date}'] }),
  values: z
    .record(z.string(), literal)
    .optional()
    .describe('A look-up table: what the payload has -> what is sent. Each element, where it is a list.')
    .meta({ written: [{ high: 'Stammkunde', low: 'Neukunde' }] }),
  otherwise: literal
    .optional()
    .describe('What is sent for a value that the table does not have; null: as if the value were missing.'),
  ignoreCase: z.boolean().optional().describe('Look up without regard to upper and lower case.'),
  as: z
    .enum(['text', 'number', 'boolean', 'date', 'phone', 'list'])
    .optional()
    .describe('How the value is read and written.')
    .meta({
      enumDescriptions: [
        'A text, as it is',
        'A number',
        'true or false; yes/no, on/off, 1/0, ja/nein and the like are read too',
        'A date, read by parse and written by format',
        'A phone number, written as +4915112345678; country says where it is from',
        'A list, joined by separator; one value is a list of one',
      ],
    }),
  parse: texts
    .optional()
    .describe('as: date. How the payload writes the date: dd.MM.yyyy, or a list of such patterns.')
    .meta({ written: ['dd.MM.yyyy', ['yyyy-MM-dd', 'MM/dd/yyyy']] }),
  format: z
    .string()
    .optional()
    .describe('as: date. How the date is sent. Default: yyyy-MM-dd.')
    .meta({ default: 'yyyy-MM-dd', written: ['dd.MM.yyyy'] }),
  zone: z
    .string()
    .optional()
    .describe('as: date. The name of a time zone: Europe/Berlin.')
    .meta({ written: ['Europe/Berlin'] }),
  decimal: z
    .enum(['.', ','])
    .optional()
    .describe('as: number. The sign before the decimals, where 1.234 may also be more than a thousand.'),
  country: z
    .string()
    .optional()
    .describe('as: phone. The country of numbers written without a country code: DE.'),
  separator: z
    .string()
    .optional()
    .describe('as: list. What stands between the elements. Default: a comma.')
    .meta({ default: ',' }),
  default: literal
    .optional()
    .describe('What is sent where the value is missing or empty, exactly as it stands here.'),
  whenMissing: absence
    .optional()
    .describe('The payload does not have the value at all: skip (default), clear (deletes it), fail.'),
  whenEmpty: absence
    .optional()
    .describe('The value is there but empty: skip (default), clear (deletes it), fail.'),
  required: z.boolean().optional().describe('true: a missing or empty value makes the event fail.'),
  because: z
    .string()
    .min(1)
    .optional()
    .describe("Why a literal stands for a person's consent.")
    .meta({ written: ['the form cannot be sent without it'] }),
  header: z.string().optional().describe('The header of an additional-field entry (updateCustomer only).'),
});

/** A rule written as an object, of the right shape. */
export type RuleShape = z.infer<typeof ruleShape>;

/** One entry of `tests`. */
export const testShape = z.strictObject({
  name: z.string().min(1).describe('What the test shows, in a few words.'),
  payload: z
    .unknown()
    .refine(payload => payload !== undefined, 'a payload, or the name of a file that has it')
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
  expect: z
    .array(z.record(z.string(), z.unknown()))
    .describe(
      'The calls that are expected, as preview shows them; [] for none. `test --update` writes them.',
    ),
});

/** One entry of `tests`, of the right shape. */
export type TestShape = z.infer<typeof testShape>;

/** The names of the operations, as a file says them. */
export const operationShape = z.enum(['updateCustomer', 'persistCustomerData']);

/** What of a plain text as `destination` is an expression and no name, not even a misspelt one. */
export const destinationExpression = /["'`$()[\]{}?:=<>&|+*/%#@,;!~^]/;

/** A whole mapping file but for its rules, which are checked one by one. */
export const mappingShape = z.strictObject({
  source: z.string().min(1).describe('The source of the config whose events this mapping is for.'),
  destination: z
    .union([z.string().min(1), z.record(z.string(), z.unknown())])
    .describe('A destination of the config, or a rule that gives its name.'),
  when: z
    .union([z.string(), z.boolean()])
    .optional()
    .describe('A JSONata expression: whether the mapping applies to an event. Left out: always.')
    .meta({ written: ['form_response.form_id = "intake"'] }),
  link: z
    .string()
    .optional()
    .describe("A JSONata expression: the sender's own id of the person.")
    .meta({ written: ['contact.id'] }),
  whenUnlinked: z
    .enum(['wait', 'fail', 'skip'])
    .optional()
    .describe('What becomes of an event where $linked is used and nothing is known yet. Default: wait.')
    .meta({
      default: 'wait',
      enumDescriptions: ['It waits until the link is known', 'It fails', 'It is skipped'],
    }),
  onInvalid: z
    .enum(['fail', 'drop'])
    .optional()
    .describe('What one bad value does: the event fails (default), or the value is left out.')
    .meta({ default: 'fail', enumDescriptions: ['The event fails', 'The value is left out'] }),
  onUnknownField: z
    .enum(['hold', 'drop'])
    .optional()
    .describe(
      'What a keyName does that the account does not have: hold the mapping (default), or be left out.',
    )
    .meta({ default: 'hold', enumDescriptions: ['The mapping is held', 'The field is left out'] }),
  maxAge: duration('1s', '365d')
    .optional()
    .describe('Older than this, an event is not sent but shown. Default: 7d; for bookings 15m.')
    .meta({ written: ['7d', '15m'] }),
  ignoreOlder: z
    .boolean()
    .optional()
    .describe(
      'true: an event that happened before the newest one that this mapping delivered for the person is skipped. For updateCustomer, where each event tells all that the mapping sets; the source must say occurredAt.',
    ),
  operation: operationShape.describe('The operation of the API.'),
  set: z.record(z.string(), z.unknown()).describe("Rules for the API's own parameter names."),
  tests: z.array(testShape).optional().describe('Payloads and the calls that they must give.'),
});

/** The words that `set` has beside the parameters. */
export const fieldsDescription = 'Rules for the additional fields, by keyName.';
