import * as z from 'zod';
import { auditEntrySchema } from '../answers/event.ts';
import { page } from '../answers/keys.ts';
import { linkViewSchema } from '../answers/state.ts';
import type { ApiOperations } from '../operation.ts';

const otherNumber = z.object({
  people: z.string(),
  link: z.string(),
  destination: z.string(),
  was: z.string(),
  is: z.string(),
});

const imported = z.object({
  imported: z.int(),
  new: z.int(),
  equal: z.int(),
  replaced: z.array(otherNumber),
  nearly: z
    .array(otherNumber.extend({ known: z.string(), differs: z.enum(['case', 'blanks', 'zeros']) }))
    .describe('Links of which another one with another customer number differs only in its spelling'),
});

const person = z.object({
  customers: z.array(z.object({ destination: z.string(), customerId: z.string() })),
  linked: z.array(z.object({ people: z.string(), link: z.string() })),
});
const counts = { events: z.int(), links: z.int(), refusals: z.int() };
const further = z.object({ ...counts, ...person.shape }).optional();

const unsearched = z.object({ events: z.int(), refusals: z.int(), ids: z.array(z.string()) }).optional();
const apart = z.object({ ...counts, people: z.array(person) }).optional();
const erased = z.object({
  ...counts,
  apart,
  underWay: z.int(),
  mentioned: z.int(),
  complete: z.boolean(),
  further,
  unsearched,
});
const erasurePreview = z.object({
  preview: z.object({ ...counts, people: z.array(person), mentioned: z.int(), further, unsearched, apart }),
});

/** Operations on links, the audit log and the data of a person. */
export const peopleOperations = {
  'GET /links': {
    name: 'listLinks',
    does: 'Lists the links, in a fixed order. With `q` a page may be short and still have a `next`.',
    answer: '`{"links": […], "next"}`',
    schema: page('links', linkViewSchema),
  },
  'POST /links/search': {
    name: 'searchLinks',
    does: 'Lists links like `GET /links`. The text is in the body, so that it is in no URL.',
    answer: '`{"links": […], "next"}`',
    schema: page('links', linkViewSchema),
  },
  'POST /links': {
    name: 'importLinks',
    does: 'Imports links. The body is a list of at most 1,000 links, each with `people`, `link`, `destination` and `customerId`. All are checked before the first one is stored.',
    answer:
      '`{"imported", "new", "equal", "replaced": [{"people", "link", "destination", "was", "is"}], "nearly": [{…, "known", "differs"}]}`',
    otherwise: { 409: 'a link has another customer number, and `replace` is not set' },
    schema: imported,
  },
  'POST /links/remove': {
    name: 'removeLink',
    does: 'Removes a link. Planned calls keep its customer number. Events that are planned later have no number until the link exists again.',
    answer: '`{"removed": true}`',
    otherwise: { 404: 'there is no such link' },
    schema: z.object({ removed: z.literal(true) }),
  },
  'GET /audit': {
    name: 'listAudit',
    does: 'Lists manual actions, the newest first. They are kept for 400 days.',
    answer: '`{"audit": […], "next"}`',
    schema: page('audit', auditEntrySchema),
  },
  'POST /erase': {
    name: 'erase',
    does: 'Erases the stored data of a person. Exactly one of `event`, `refusal`, `customerId`, `link` and `q` selects the data. With `q`, `customerId` selects one of the people who have the text.',
    answer:
      '`{"events", "links", "refusals", "underWay", "mentioned", "complete", "further", "unsearched"}`: how much was erased; what is being sent right now and is left; events that name the person as a value and are left; whether no file of the store holds the values any more, or, with PostgreSQL, no row that a query could still show (else ask again); what else there is of the person; and, where something could not be searched, `{"events", "refusals", "ids"}`: how many, and the first 100 ids, to be looked at and erased one by one (`complete` is `false` then); if nothing has the text of `q` as one value, `apart`: what has each of its words, which stays unless `apart` is set. With `preview`, `{"preview": {"events", "links", "refusals", "people", "mentioned", "further", "unsearched", "apart"}}`',
    otherwise: { 409: 'it belongs to several people; the response names them' },
    schema: z.union([erased, erasurePreview]),
  },
} satisfies ApiOperations;
