import * as z from 'zod';
import type { Preview, PreviewedCall, PreviewedRequest } from '../../../../deliver/bridge.ts';
import type { LeftOutValues } from '../../../../deliver/planning/left-out.ts';
import type { RemainingValues } from '../../../../deliver/planning/remaining-values.ts';
import type { CallEffect } from '../../../../deliver/planning/replay-effects.ts';
import type { DiffReport } from '../../../../history/diff/diff-events.ts';
import type { StoredDiff } from '../../../../history/diff/diff-stored.ts';
import type { CoverageReport } from '../../../../history/unmapped/cover-sources.ts';
import type { FellThrough, NeverGave } from '../../../../history/unmapped/losses.ts';
import type { ReshapedValue } from '../../../../receive/bodies/reshaped-values.ts';
import type { CorrectionEffect } from '../../replay-effect.ts';
import { masked, namesMasked } from '../../roles.ts';
import type { CorrectionPreview } from '../../routes/preview.ts';
import { diagnosticSchema, eventDiagnosticSchema, placeSchema } from '../answers/diagnostic.ts';
import { requestViewSchema } from '../answers/event.ts';
import { type Keys, page } from '../answers/keys.ts';
import { mappingViewSchema } from '../answers/state.ts';
import { type ApiOperations, noEvent } from '../operation.ts';

const lookedThrough = { 429: 'another request is reading the stored events; only one may at a time' };

const http = z.object({
  method: z.string(),
  url: z.string(),
  contentType: z.string().optional(),
  body: z.string().optional(),
  wire: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string().optional() }),
} satisfies Keys<PreviewedRequest>);

const previewedCall = z.object({
  mapping: z.string(),
  destination: z.string(),
  operation: z.string(),
  status: z.enum(['queued', 'held', 'failed', 'skipped']),
  request: requestViewSchema.nullable(),
  http: http.nullable(),
  diagnostics: z.array(eventDiagnosticSchema),
} satisfies Keys<PreviewedCall>);

/** The keys of a preview. */
export const previewKeys = {
  calls: z.array(previewedCall),
  diagnostics: z.array(eventDiagnosticSchema),
  why: z.array(z.looseObject({ mapping: z.string(), file: z.string(), wanted: z.boolean() })).optional(),
} satisfies Keys<Preview>;

/** The effect of a replay or a correction on the calls of an event. */
export const effectKeys = {
  effects: z
    .array(
      z.object({
        mapping: z.string(),
        destination: z.string(),
        stays: z
          .enum(['booked', 'uncertain', 'delivered', 'queued', 'superseded'])
          .optional()
          .describe(
            'The reason why the call is not sent: its booking is made (`booked`) or uncertain, it is delivered, it waits with its earlier values (`queued`), or newer events have set all its values (`superseded`)',
          ),
        superseded: z
          .array(z.string())
          .optional()
          .describe('The values that a newer event of the person has set since. They are left out'),
        newerEvents: z
          .array(z.string())
          .optional()
          .describe('The ids of the newer events that have set these values, the oldest first'),
        uncompared: z
          .array(z.string())
          .optional()
          .describe(
            'The values of a booking that are sent although a newer event may have set them since: only the response names its customer',
          ),
      } satisfies Keys<CallEffect>),
    )
    .describe('Of a stored event: which of its calls are sent, and which stay as they are'),
  unread: z
    .array(z.string().meta(namesMasked))
    .optional()
    .describe('The paths of corrected values that change no call'),
  reshaped: z
    .array(
      z.object({
        path: z.string().meta(masked),
        was: z.enum(['object', 'list', 'value']),
        becomes: z.enum(['object', 'list', 'value']),
        removes: z.array(z.string().meta(namesMasked)).describe('The paths of the values that are removed'),
      } satisfies Keys<ReshapedValue>),
    )
    .optional()
    .describe(
      'A warning: an object or a list that the correction replaces by one value, or the reverse. The path of the correction may be too short',
    ),
  remains: z
    .array(
      z.object({
        mapping: z.string(),
        destination: z.string(),
        customerId: z.string().describe('The customer who has the values').meta(masked),
        otherCustomer: z.boolean().describe('The update would go to another customer now'),
        names: z.array(z.string()).describe('The parameters and fields that the update set'),
        leftOut: z
          .array(z.object({ event: z.string(), names: z.array(z.string()) } satisfies Keys<LeftOutValues>))
          .optional()
          .describe(
            'Earlier events with values for this customer that were left out because of these values, the newest first. A replay with `again` sends them afterwards',
          ),
      } satisfies Keys<RemainingValues>),
    )
    .optional()
    .describe(
      'Of a correction, or a replay with `again`: values of delivered updates that it does not touch. They stay in the account',
    ),
} satisfies Keys<CorrectionEffect>;

const preview = z.object({
  ...previewKeys,
  ...effectKeys,
  effects: effectKeys.effects.optional(),
} satisfies Keys<CorrectionPreview>);

const faulty = z.object({ name: z.string(), file: z.string(), diagnostics: z.array(diagnosticSchema) });

const tested = z.object({
  tests: z.array(
    z.looseObject({
      mapping: z.string(),
      name: z.string(),
      place: placeSchema,
      passed: z.boolean(),
      reasons: z.array(z.string()),
    }),
  ),
  faulty: z.array(faulty),
  unknown: z.array(diagnosticSchema).describe('Sources and destinations that the config does not have'),
});

/** The keys of a comparison between planned calls and earlier calls. */
export const diffKeys = {
  events: z.int(),
  changed: z.int(),
  released: z
    .int()
    .describe(
      'Those of the changed events that are held for want of a mapping, and would only get their first calls',
    ),
  left: z.int(),
  waiting: z.int(),
  groups: z.array(
    z.object({
      mapping: z.string(),
      kind: z.string(),
      path: z.string().optional().meta(namesMasked),
      why: z
        .object({
          code: z.string(),
          path: z.string().optional().meta(namesMasked),
          message: z.string().optional().meta(masked),
        })
        .optional(),
      events: z.int(),
      first: z.array(z.string()),
      examples: z.array(
        z.object({ was: z.string().optional(), now: z.string().optional(), events: z.int() }),
      ),
    }),
  ),
} satisfies Keys<DiffReport>;

const diff = z.object({
  ...diffKeys,
  faulty: z.array(faulty),
} satisfies Keys<StoredDiff>);

const fellThrough = z
  .object({
    mapping: z.string(),
    rule: z.string(),
    kind: z
      .enum(['otherwise', 'not-in-table', 'dropped', 'dropped-element', 'cleared', 'missing', 'empty'])
      .describe(
        'otherwise: not in the table, and otherwise is null; not-in-table: not in it, without otherwise; dropped, dropped-element, cleared: a bad value, by onInvalid; missing, empty: the rule is skipped',
      ),
    times: z.int().describe('The number of values; of a list, each element counts'),
    events: z.int().describe('The number of events with such a value, among those that the mapping wants'),
    of: z.int(),
    shapes: z
      .array(z.object({ shape: z.string(), times: z.int() }))
      .describe('How these values look: 9 for a digit, a and A for letters'),
  } satisfies Keys<FellThrough>)
  .meta({ id: 'FellThrough' });

const neverGave = z.object({
  mapping: z.string(),
  rule: z.string(),
  of: z.int(),
} satisfies Keys<NeverGave>);

/** Names in the account, as its fields contain them. */
const coveredField = { keyName: z.string(), name: z.string(), type: z.string() };

const coverage = z.object({
  sources: z.array(
    z.looseObject({
      source: z.string(),
      events: z.int(),
      fellThrough: z.array(fellThrough),
      neverGave: z.array(neverGave),
    }),
  ),
  destinations: z.array(
    z.object({
      destination: z.string(),
      trouble: z.string().optional(),
      fields: z.array(z.object({ ...coveredField, valueRequired: z.boolean() })),
      neverSet: z.array(z.object({ ...coveredField, events: z.int() })),
    } satisfies Keys<CoverageReport['destinations'][number]>),
  ),
} satisfies Keys<CoverageReport>);

/** Operations on mappings. */
export const mappingOperations = {
  'POST /preview': {
    name: 'preview',
    does: 'Shows the calls for a payload or a stored event. It sends nothing.',
    answer:
      '`{"calls": […], "diagnostics": […], "why", "effects", "unread", "reshaped", "remains"}`: each call with `mapping`, `destination`, `operation`, `status`, `request`, `http` (the request without its token) and `diagnostics`',
    otherwise: noEvent,
    schema: preview,
  },
  'GET /mappings': {
    name: 'listMappings',
    does: 'Lists the mappings with their states.',
    answer: '`{"mappings": […], "next"}`',
    schema: page('mappings', mappingViewSchema),
  },
  'POST /mappings/:id/test': {
    name: 'testMapping',
    does: 'Runs the tests of a mapping. `:id` is its name; write a slash in it as `%2F`. It sends nothing.',
    answer: '`{"tests": […], "faulty": […], "unknown": […]}`',
    otherwise: { 404: 'there is no such mapping' },
    schema: tested,
  },
  'GET /diff': {
    name: 'diff',
    does: 'Plans stored events with the current mappings, and shows how the calls differ from those that were sent.',
    answer:
      '`{"events", "changed", "left", "waiting", "groups": […]}`: the number of events that were planned, would change, could not be compared and wait for their link; and groups of events with the same differences',
    otherwise: lookedThrough,
    schema: diff,
  },
  'GET /coverage': {
    name: 'coverage',
    does: 'Shows the parts of stored events that no mapping reads, the values that rules lose, the fields that no mapping fills, and the fields that never had a value. It shows no values.',
    answer:
      '`{"sources": […], "destinations": […]}`: each source with the `questions` and `paths` that no mapping reads, `fellThrough` (the values that each rule lost, with counts and patterns), `neverGave` and `lately`; each destination with the `fields` that no mapping fills, and `neverSet`, the fields whose rules gave no value in any event',
    otherwise: lookedThrough,
    schema: coverage,
  },
} satisfies ApiOperations;
