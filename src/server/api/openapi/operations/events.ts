import * as z from 'zod';
import type { NewerValue } from '../../../../deliver/drop-superseded.ts';
import type { DiscardPreview, ReplayPreview } from '../../../../inbox/event-filter.ts';
import { eventContentsSchema, eventSummarySchema, eventViewSchema } from '../answers/event.ts';
import { type Keys, page, time } from '../answers/keys.ts';
import { type ApiOperations, noEvent } from '../operation.ts';

const nothingLeft = z
  .int()
  .describe('How many of them have calls of which nothing is left to send; left out where none');

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
    hint: z.string().optional().describe('The next step for events that have nothing left to send'),
  }),
  z.object({
    preview: z.object({
      events: z.int(),
      newer: z.int(),
      nothingLeft: nothingLeft.optional(),
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
    does: 'Lists events, the newest first. A page may be short and still have a `next`: `searchedTo` says then how far back it was looked.',
    answer:
      '`{"events": […], "next", "searchedTo"}`: each event without `payload`, `diagnostics`, `calls` and `audit`',
    schema: eventList,
  },
  'POST /events/search': {
    name: 'searchEvents',
    does: 'Lists events as `GET /events` does. The filter stands in the body, so that no name, number or address of a person is in a URL, which proxies and browsers keep.',
    answer: '`{"events": […], "next", "searchedTo"}`',
    schema: eventList,
  },
  'GET /events/:id': {
    name: 'showEvent',
    does: 'Shows all of one event.',
    answer: 'an event',
    otherwise: noEvent,
    schema: eventViewSchema,
  },
  'GET /events/:id/contents': {
    name: 'showContents',
    does: 'Shows what the expressions of a mapping see of an event. `[secret]` stands where the sender proved who it is.',
    answer: '`{"payload", "body", "headers", "query", "event"}`',
    otherwise: noEvent,
    schema: eventContentsSchema,
  },
  'POST /events/:id/values': {
    name: 'showValues',
    does: 'Shows all of one event to a person, and notes in the audit log who saw it. The console asks for values in this way.',
    answer: 'an event',
    otherwise: noEvent,
    schema: eventViewSchema,
  },
  'POST /events/:id/replay': {
    name: 'replayEvent',
    does: 'Plans an event again with the mappings of today, and delivers what is not delivered yet; with `again` delivered updates too. A call that waits for its next try stays as it is; discard the event before to have it made anew.',
    answer:
      '`{"replayed": 1}`, with `nothingLeft` and `hint` where nothing of it is left to send; with `preview`, `{"preview": {"events", "newer", "nothingLeft", "overwrites": [{"path", "older", "newer"}]}}`: how many, how many of them would set what a newer event has set since, how many have nothing left to send, and the newer values that `force` would overwrite',
    otherwise: noEvent,
    schema: replayed,
  },
  'POST /events/replay': {
    name: 'replayEvents',
    does: 'Plans every event again that fits a filter, and delivers what is not delivered yet. At least one key of the filter is needed.',
    answer:
      '`{"replayed"}`, with `nothingLeft` and `hint` where some have nothing left to send, or `{"preview": {"events", "newer", "nothingLeft", "more"}}`',
    schema: replayed,
  },
  'POST /events/discard': {
    name: 'discardEvents',
    does: 'Discards every event that fits a filter and is queued, held or failed. Delivered and uncertain ones stay. At least one key of the filter is needed.',
    answer:
      '`{"discarded"}`: how many; with `preview`, `{"preview": {"events", "discards", "uncertain", "more"}}`: how many match, would be discarded, and stay because they are uncertain',
    schema: discarded,
  },
  'POST /events/:id/amend': {
    name: 'amendEvent',
    does: 'Keeps a correction beside the payload as it was received, and plans the event again with it: what is not sent yet is made anew, and delivered updates are sent again, but of each only what no newer event has set since. A booking that was made stays as it is.',
    answer: '`{"amended": true}`, with `nothingLeft` and `hint` where a booking is all there is',
    otherwise: {
      ...noEvent,
      409: 'a call of the event is being sent right now (`code`: `being-sent`), the event became several others (`taken-apart`), or it has other corrections than `seen` says (`corrected-meanwhile`)',
    },
    schema: z.object({
      amended: z.boolean(),
      nothingLeft: nothingLeft.optional(),
      hint: z.string().optional().describe('The next step if nothing is left to send'),
    }),
  },
  'POST /events/:id/discard': {
    name: 'discardEvent',
    does: 'Gives an event up: what of it is not delivered is never sent. A call that is being sent right now is given up unless it is delivered.',
    answer: '`{"discarded": true}`; `false` where nothing of it was left to discard',
    otherwise: noEvent,
    schema: z.object({ discarded: z.boolean() }),
  },
  'POST /events/:id/resolve': {
    name: 'resolveEvent',
    does: 'Takes your word about an uncertain booking, after you have looked it up in the calendar.',
    answer: 'the event as it is then',
    otherwise: {
      ...noEvent,
      409: 'nothing is uncertain, several calls are and `call` does not say which, the booking belongs to another event, it is being sent right now, or the call names another customer',
    },
    schema: eventViewSchema,
  },
} satisfies ApiOperations;
