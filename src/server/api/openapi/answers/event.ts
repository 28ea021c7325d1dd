import * as z from 'zod';
import type { Amendment } from '../../../../inbox/amendment.ts';
import { type AuditEntry, auditActions } from '../../../../inbox/audit.ts';
import {
  allStatuses,
  type CallView,
  type EventSummary,
  type EventView,
  type PersonAbout,
} from '../../../../inbox/event.ts';
import type { ChangeEntry } from '../../../../inbox/outcome.ts';
import { masked, namesMasked } from '../../roles.ts';
import type { ShownAnswer, ShownEvent } from '../../routes/events-read.ts';
import type { NeededNumber } from '../../routes/needed-numbers.ts';
import type { UnreadInEvent } from '../../routes/unread-in-event.ts';
import { eventDiagnosticSchema } from './diagnostic.ts';
import { type Keys, time } from './keys.ts';

/** The statuses of a call and an event. */
const eventStatusSchema = z.enum(allStatuses).meta({ id: 'Status' });

const reason = z.string().optional().describe('The reason why it waits or is held').meta(masked);
const nextAttemptAt = time.optional().describe('The time of the next attempt');

/** An entry of the audit log. */
export const auditEntrySchema = z
  .object({
    at: time.describe('When'),
    who: z.string().describe('The name of the person or program'),
    address: z.string().optional().describe('The IP address of the request, if it is certain').meta(masked),
    what: z
      .enum(auditActions)
      .describe(`The action: ${auditActions.map(action => `\`${action}\``).join(', ')}`),
    why: z.string().optional().describe('The given reason').meta(masked),
    event: z.string().optional().describe('The affected event'),
    about: z.string().optional().describe('The affected destination, refusal or call'),
    detail: z.string().optional().describe('The amount of affected data'),
  } satisfies Keys<AuditEntry>)
  .meta({ id: 'AuditEntry' });

/** The request to the API, with the names of its parameters. */
export const requestViewSchema = z
  .object({ operation: z.enum(['updateCustomer', 'persistCustomerData']) })
  .catchall(z.union([z.record(z.string(), z.string()), z.string()]).meta(masked));

const attempt = z.object({
  at: time,
  ms: z.number(),
  outcome: z.string(),
  status: z.int().optional(),
  body: z.string().optional().meta(masked),
} satisfies Keys<CallView['attempts'][number]>);

const change = z.object({
  name: z.string(),
  originalValue: z.string().nullable().meta(masked),
  newValue: z.string().nullable().meta(masked),
} satisfies Keys<ChangeEntry>);

const customerAction = z
  .string()
  .optional()
  .describe(
    'The step that the customer must still take: `requirePayment`, `requireTAN` or another word of the API',
  );

/** A call of an event. */
const callSchema = z
  .object({
    mapping: z.string().describe('The mapping that made it'),
    destination: z.string().describe('Its destination'),
    operation: z.string().describe('`updateCustomer` or `persistCustomerData`'),
    status: eventStatusSchema.describe('Its outcome'),
    request: requestViewSchema
      .nullable()
      .describe("The parameters of the call, by the API's own names, without the token"),
    nextAttemptAt,
    reason,
    result: z.string().optional().describe('The result of a finished call').meta(masked),
    action: customerAction,
    url: z.string().optional().describe('The link for the customer').meta(masked),
    customerId: z
      .string()
      .optional()
      .describe('The customer number of the call, or the one that the booking got')
      .meta(masked),
    changes: z
      .array(change)
      .optional()
      .describe('The changes: `name`, `originalValue`, `newValue`; at most 500, long values cut'),
    furtherChanges: z.int().optional().describe('The number of further changes that the API listed'),
    diagnostics: z.array(eventDiagnosticSchema).describe('Notes for people'),
    attempts: z
      .array(attempt)
      .describe(
        'The sent requests, each with `at`, `ms`, `outcome` (with its row of the failure table), `status`, `body`',
      ),
  } satisfies Keys<CallView>)
  .meta({ id: 'Call' });

const aboutSchema = z
  .object({
    customerId: z.string().optional().describe('The customer number').meta(masked),
    name: z.string().optional().describe('First and last name').meta(masked),
    email: z.string().optional().describe('The e-mail address').meta(masked),
    link: z.string().optional().describe('The id by which the sender knows the person').meta(masked),
  } satisfies Keys<PersonAbout>)
  .meta({ id: 'PersonAbout' });

const summaryKeys = {
  id: z.string().describe('The id of the event, `evt_…`'),
  source: z.string().describe('The source that received it'),
  status: eventStatusSchema.describe(
    `The status of the call that needs a person most: ${allStatuses.map(each => `\`${each}\``).join(', ')}`,
  ),
  type: z.string().optional().describe("The sender's name for this kind of event").meta(namesMasked),
  receivedAt: time.describe('The time when it was stored'),
  occurredAt: time.optional().describe('The time when it happened, according to its sender'),
  nextAttemptAt,
  reason,
  code: z
    .string()
    .optional()
    .describe('If it is held, failed, skipped or uncertain: the code of the diagnostic with the reason'),
  warnings: z
    .array(z.string())
    .optional()
    .describe('If it is queued or delivered: the codes of its warnings, the most urgent first'),
  warning: z.string().optional().describe('The message of the first of its `warnings`').meta(masked),
  action: customerAction,
  about: aboutSchema.optional().describe('The person of the event, if its calls show it'),
  duplicateOf: z
    .string()
    .optional()
    .describe('An event of the source with the same contents, received in the ten minutes before'),
} satisfies Keys<EventSummary>;

/** An event in a list. */
export const eventSummarySchema = z.object(summaryKeys).meta({ id: 'EventSummary' });

/** A correction of an event's payload. */
const amendmentSchema = z.object({
  at: time.describe('When'),
  who: z.string().describe('The name of the person or program'),
  why: z.string().optional().describe('The given reason').meta(masked),
  patch: z.unknown().describe('A JSON Merge Patch of the payload').meta(masked),
} satisfies Keys<Amendment>);

/** An event with all its data. */
export const eventViewSchema = z
  .object({
    ...summaryKeys,
    payload: z.unknown().optional().describe('The payload as received').meta(masked),
    corrected: z
      .unknown()
      .optional()
      .describe('The corrected payload that mappings read, if it was corrected')
      .meta(masked),
    answers: z
      .array(
        z.object({
          question: z.string().describe('The name of the question, as a rule writes it'),
          value: z.unknown().meta(masked),
        } satisfies Keys<ShownAnswer>),
      )
      .optional()
      .describe('The answers of a form; only if the values are shown to a person'),
    needsNumber: z
      .array(
        z.object({
          destination: z.string(),
          isWrong: z.boolean().describe('The link stands for a customer that does not exist there'),
        } satisfies Keys<NeededNumber>),
      )
      .optional()
      .describe('Where it needs the right customer number of its link (`POST /events/<id>/customer`)'),
    unread: z
      .array(
        z.object({
          mapping: z.string(),
          path: z.string().describe('The path of the value, or its question').meta(namesMasked),
          change: z
            .enum(['new', 'word', 'no', 'unequal'])
            .describe(
              '`new`: no test of the mapping has a value there. `word`: another word than in each test. `no`: each test has a yes. `unequal`: in each test it is equal to the value at `to`',
            ),
          to: z
            .string()
            .optional()
            .describe('For `unequal`: the path of the other value, which a rule reads')
            .meta(namesMasked),
        } satisfies Keys<UnreadInEvent>),
      )
      .optional()
      .describe('The values that no rule reads and no test of the mapping has'),
    amendments: z.array(amendmentSchema).optional().describe('The corrections, the oldest first'),
    traceId: z.string().optional().describe('The trace of its webhook, if it is recorded'),
    diagnostics: z.array(eventDiagnosticSchema).describe('All diagnostics, including those of the calls'),
    calls: z.array(callSchema).describe('The calls that mappings made of it'),
    audit: z.array(auditEntrySchema).optional().describe('The last 50 manual actions on it'),
  } satisfies Keys<EventView> & Readonly<Record<Exclude<keyof ShownEvent, keyof EventView>, z.ZodType>>)
  .meta({ id: 'Event' });

/** The parts of an event that expressions can read. */
export const eventContentsSchema = z.object({
  payload: z.unknown().meta(masked),
  body: z.unknown().optional().meta(masked),
  headers: z.record(z.string(), z.string()).meta(masked),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).meta(masked),
  event: z.object({
    id: z.string(),
    source: z.string(),
    type: z.string().optional().meta(namesMasked),
    receivedAt: time,
    occurredAt: time.optional(),
  }),
});
