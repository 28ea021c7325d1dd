import * as z from 'zod';
import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import { allStatuses } from '../../inbox/event.ts';
import type { EventFilter } from '../../inbox/event-filter.ts';
import { notForReader } from './roles.ts';

const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: 'must be a time such as 2026-02-28T08:00:00Z, or a date',
  })
  .transform(text => Date.parse(text));

const name = z.string().max(100).optional();

/** The keys of a filter for events, in lists and in actions. */
export const filterKeys = {
  status: z.enum(allStatuses).optional().describe('One of the statuses of an event'),
  needs: z
    .enum(['person'])
    .optional()
    .describe('`person`: events that need a person, which are uncertain or failed'),
  source: name.describe('The name of a source'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe(
      'A text to search for, at most 200 characters: an id, a customer number, or a value in the payload or in the sent call. Spelling does not matter (capitals, umlauts, escapes, forms of a phone number)',
    )
    .meta(notForReader),
  since: time
    .optional()
    .describe('Stored at this time or later: ISO 8601, such as `2026-02-28T08:00:00Z`, or a date (UTC)'),
  until: time.optional().describe('Stored before this time'),
  mapping: name.describe('The name of a mapping that made a call of it'),
  destination: name.describe('The name of a destination of one of its calls'),
  code: name.describe('The code of one of its diagnostics'),
  action: name.describe(
    'The step that the customer must still take after delivery: `requirePayment`, `requireTAN`, another word of the API, or `any`',
  ),
  person: z
    .string()
    .overwrite(withoutBlankEnds)
    .max(500)
    .optional()
    .describe('The whole customer number or link of one of its calls')
    .meta(notForReader),
};

const filterSchema = z.strictObject(filterKeys);

/** Returns the given filter; an empty text counts as absent. */
export function filterOf(given: z.output<typeof filterSchema>): EventFilter {
  const { status, needs, since, until } = given;
  return withoutAbsent({
    status,
    needs,
    since,
    until,
    source: given.source || undefined,
    q: given.q || undefined,
    mapping: given.mapping || undefined,
    destination: given.destination || undefined,
    code: given.code || undefined,
    action: given.action || undefined,
    person: given.person || undefined,
  });
}
