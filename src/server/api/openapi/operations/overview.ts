import * as z from 'zod';
import { allStatuses } from '../../../../inbox/event.ts';
import type { CodeView } from '../../routes/codes.ts';
import type { RefusedWebhooks, StrayPosts } from '../../routes/overview.ts';
import { type Keys, time } from '../answers/keys.ts';
import { destinationViewSchema, mappingViewSchema, refusalWhySchema } from '../answers/state.ts';
import type { ApiOperations } from '../operation.ts';

const counts = () => z.array(z.int().min(0));

const seriesSchema = z.object({
  startedAt: z.iso.datetime().describe('When the first step began'),
  stepSeconds: z.int().describe('How long a step is: 60 up to six hours, 300 up to a day, then 900 and 3600'),
  accepted: counts().describe('Events that were stored, by step'),
  delivered: counts().describe('Events that were delivered'),
  failed: counts().describe('Events that failed or became uncertain'),
  oldestSeconds: z
    .array(z.int().min(0).nullable())
    .describe('How long the oldest had waited at the most; null: nothing waited, or no bridge ran'),
});

const codeSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  title: z.string(),
  advice: z.string().describe('The next step for a person'),
} satisfies Keys<CodeView>);

/** An error of the config on disk. */
export const configError = z.object({
  code: z.string(),
  place: z.string().optional().describe('The name of the file, the line and the column: `config.yaml:12:3`'),
});

const configSchema = z.object({
  state: z
    .enum(['in-use', 'waits-for-restart', 'faulty'])
    .describe('`faulty`: the bridge continues with the last good one, and a restart would fail'),
  sections: z.array(z.string()).optional().describe('The top-level keys that wait; `sources` never do'),
  found: z
    .array(z.string())
    .optional()
    .describe('Place and code of each error: `config.yaml:12:3 yaml/unknown-key`'),
  errors: z.array(configError).optional().describe('The same errors as fields'),
  since: z.iso.datetime().optional(),
});

/** The operations about the overall state. */
export const overviewOperations = {
  'GET /overview': {
    name: 'overview',
    does: 'Shows the state of the bridge: the number of calls of each status, and the states of destinations and mappings.',
    answer:
      '`{"statuses", "needsPerson", "failures", "unclaimed", "unlinked", "config", "destinations": […], "mappings": […]}`; `statuses` counts calls, and events that have none',
    schema: z.object({
      statuses: z
        .object(Object.fromEntries(allStatuses.map(each => [each, z.int()])))
        .describe('How many there are of each status'),
      needsPerson: z
        .object({ events: z.int(), more: z.literal(true).optional() })
        .describe('How many events `GET /api/events?needs=person` lists, up to 1000; `more`: there are more'),
      failures: z
        .array(
          z.object({
            code: z.string().optional(),
            events: z.int(),
            more: z.literal(true).optional(),
          }),
        )
        .describe(
          'How many of the newest 200 failed events have which cause, by the code of the diagnostic that says why; `more`: more events failed',
        ),
      unclaimed: z.int().describe('Events that wait because no mapping takes them'),
      unlinked: z
        .object({ calls: z.int(), more: z.literal(true).optional() })
        .describe(
          'Calls that wait for the customer number of their link; they are among `statuses.queued`. `more`: there are more',
        ),
      refused: z
        .array(
          z.object({
            source: z.string(),
            webhooks: z.int(),
            lastAt: time,
            reason: z.string(),
            why: refusalWhySchema.optional(),
          } satisfies Keys<RefusedWebhooks>),
        )
        .describe(
          'Verified webhooks that were refused in the last 24 hours and not accepted since, by source',
        ),
      strays: z
        .array(z.object({ near: z.string(), posts: z.int(), lastAt: time } satisfies Keys<StrayPosts>))
        .describe('Posts in the last 24 hours to unknown paths; `near`: the path that was probably meant'),
      config: configSchema
        .optional()
        .describe('How the config on disk stands to the one in use; left out where nobody watches it'),
      destinations: z.array(destinationViewSchema),
      mappings: z.array(mappingViewSchema),
    }),
  },
  'GET /codes': {
    name: 'listCodes',
    does: 'Lists the codes of diagnostics.',
    answer: '`{"codes": […]}`: each `code` with its `severity`, its `title` and its `advice`',
    schema: z.object({ codes: z.array(codeSchema) }),
  },
  'GET /activity': {
    name: 'activity',
    does: 'Shows the number of events that all processes accepted and delivered lately, by minutes or longer steps.',
    answer:
      '`{"series": {"startedAt", "stepSeconds", "accepted": […], "delivered": […], "failed": […], "oldestSeconds": […]}}`, the oldest first; the last step is not over yet',
    schema: z.object({ series: seriesSchema }),
  },
} satisfies ApiOperations;
