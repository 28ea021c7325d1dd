import * as z from 'zod';
import type { NewerValue } from '../../../../deliver/drop-superseded.ts';
import type { DiscardPreview, ReplayPreview } from '../../../../inbox/event-filter.ts';
import { eventContentsSchema, eventSummarySchema, eventViewSchema } from '../answers/event.ts';
import { type Keys, page, time } from '../answers/keys.ts';
import { type ApiOperations, noEvent } from '../operation.ts';
import { effectKeys } from './mappings.ts';

const nothingLeft = z
  .int()
  .describe('How many of them have calls of which nothing is left to send; left out where none');

const otherCustomer = z
  .int()
  .optional()
  .describe(
    'With `again`: how many of them have a delivered update that would go to another customer now, since the link or the event was changed; left out where none',
  );

const more = z.literal(true).optional().describe('More events match than `limit` had counted');

const discarded = z.union([
  z.object({ discarded: z.int() }),
  z.object({
    preview: z.object({
      events: z.int(),
      discards: z.int(),
      uncertain: z.int().optional(),
      more,
    } satisfies Keys<DiscardPreview>),
  }),
]);

const replayed = z.union([
  z.object({
    replayed: z.int(),
    nothingLeft: nothingLeft.optional(),
    otherCustomer,
    hint: z.string().optional().describe('The next step for events that have nothing left to send'),
    effects: effectKeys.effects.optional(),
    remains: effectKeys.remains,
  }),
  z.object({
    preview: z.object({
      events: z.int(),
      newer: z.int(),
      nothingLeft: nothingLeft.optional(),
      otherCustomer,
      more,
      overwrites: z
        .array(
          z.object({
            path: z.string(),
            older: z.string(),
            newer: z.string(),
          } satisfies Keys<NewerValue>),
        )
        .optional()
        .describe('Of one event: the newer values that it would overwrite with `force`'),
    } satisfies Keys<ReplayPreview & { readonly overwrites?: unknown }>),
  }),
]);

const eventList = page('events', eventSummarySchema).extend({
  searchedTo: time
    .optional()
    .describe(
      'When the oldest event was stored that was looked at, where the page is not full and yet there is more: ask on with `next`',
    ),
});

/** Operations on events. */
export const eventOperations = {
  'GET /events': {
    name: 'listEvents',
    does: 'Lists events, the newest first. A page may be short and still have a `next`: then `searchedTo` is the time up to which events were searched.',
    answer:
      '`{"events": […], "next", "searchedTo"}`: each event without `payload`, `diagnostics`, `calls` and `audit`',
    schema: eventList,
  },
  'POST /events/search': {
    name: 'searchEvents',
    does: 'Lists events like `GET /events`. The filter is in the body, so that no name, number or address of a person is in a URL that proxies and browsers store.',
    answer: '`{"events": […], "next", "searchedTo"}`',
    schema: eventList,
  },
  'GET /events/:id': {
    name: 'showEvent',
    does: 'Shows the whole event.',
    answer: 'an event',
    otherwise: noEvent,
    schema: eventViewSchema,
  },
  'GET /events/:id/contents': {
    name: 'showContents',
    does: 'Shows the values of an event that the expressions of a mapping can read. `[secret]` replaces secrets and signatures of the sender.',
    answer: '`{"payload", "body", "headers", "query", "event"}`',
    otherwise: noEvent,
    schema: eventContentsSchema,
  },
  'POST /events/:id/values': {
    name: 'showValues',
    does: 'Shows the whole event to a person, and records in the audit log who saw it. The console uses this to show values.',
    answer: 'an event',
    otherwise: noEvent,
    schema: eventViewSchema,
  },
  'POST /events/:id/replay': {
    name: 'replayEvent',
    does: 'Plans an event again with the current mappings, and delivers the calls that are not delivered yet; with `again` also delivered updates. A call that waits for its next attempt is not changed; to have it planned again, discard the event first.',
    answer:
      '`{"replayed": 1, "effects", "remains"}`, with `nothingLeft` and `hint` if nothing is left to send; with `preview`, `{"preview": {"events", "newer", "nothingLeft", "overwrites": [{"path", "older", "newer"}]}}`: the number of events, of those that would set values that a newer event has set since, of those with nothing left to send, and the newer values that `force` would overwrite',
    otherwise: noEvent,
    schema: replayed,
  },
  'POST /events/replay': {
    name: 'replayEvents',
    does: 'Plans all events that match a filter again, and delivers the calls that are not delivered yet. At least one key of the filter is required.',
    answer:
      '`{"replayed"}`, with `nothingLeft` and `hint` if some events have nothing left to send, and with `otherCustomer` if values go to another customer than before, or `{"preview": {"events", "newer", "nothingLeft", "otherCustomer", "more"}}`',
    schema: replayed,
  },
  'POST /events/discard': {
    name: 'discardEvents',
    does: 'Discards all events that match a filter and are queued, held or failed. Delivered and uncertain events are not changed. At least one key of the filter is required.',
    answer:
      '`{"discarded"}`: the number of events; with `preview`, `{"preview": {"events", "discards", "uncertain", "more"}}`: the number of events that match, that would be discarded, and that stay because they are uncertain',
    schema: discarded,
  },
  'POST /events/:id/customer': {
    name: 'setCustomerOfEvent',
    does: 'Stores the customer number for the link of an event that waits for it, or replaces one that does not exist (`needsNumber` of the event). The event is delivered next. Queued calls that took the wrong number from the link are planned again.',
    answer: '`{"linked": true}`',
    otherwise: {
      ...noEvent,
      409: 'no call of the event needs a customer number there (`code`: `no-number-needed`)',
    },
    schema: z.object({ linked: z.boolean() }),
  },
  'POST /events/:id/amend': {
    name: 'amendEvent',
    does: 'Stores a correction beside the received payload, and plans the event again with it. Calls that are not sent yet are made again. Delivered updates are sent again, except values that a newer event has set since. A completed booking is not changed.',
    answer:
      '`{"amended": true, "effects", "unread", "reshaped", "remains"}`, with `nothingLeft` and `hint` if a booking is its only call',
    otherwise: {
      ...noEvent,
      409: 'a call of the event is being sent right now (`code`: `being-sent`), the event was split into others (`taken-apart`), or the number of its corrections is not `seen` (`corrected-meanwhile`)',
    },
    schema: z.object({
      amended: z.boolean(),
      nothingLeft: nothingLeft.optional(),
      hint: z.string().optional().describe('The next step if nothing is left to send'),
      ...effectKeys,
    }),
  },
  'POST /events/:id/discard': {
    name: 'discardEvent',
    does: 'Discards an event: its calls that are not delivered are never sent. A call in flight is discarded unless it is delivered.',
    answer: '`{"discarded": true}`; `false` if nothing was left to discard',
    otherwise: noEvent,
    schema: z.object({ discarded: z.boolean() }),
  },
  'POST /events/:id/resolve': {
    name: 'resolveEvent',
    does: 'Records the result of an uncertain booking, after you have looked it up in the calendar.',
    answer: 'the event in its new state',
    otherwise: {
      ...noEvent,
      409: 'nothing is uncertain, several calls are uncertain and `call` is missing, the booking belongs to another event, the call is being sent right now, or it names another customer',
    },
    schema: eventViewSchema,
  },
} satisfies ApiOperations;
