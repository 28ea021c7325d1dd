import * as z from 'zod';
import { normalized } from '../../../diagnostics/composed.ts';
import { type LinkRecord, linkCursor } from '../../../inbox/link-record.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { linkId } from '../link-id.ts';
import { notForReader } from '../roles.ts';
import { openCursor, sealCursor } from '../sealed-cursor.ts';
import { importLinkList, linkList } from './import-links.ts';

const listQuery = z.strictObject({
  people: z.string().max(100).optional().describe('Only links of these people'),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('1 to 1,000; default 100'),
  after: z.string().max(1000).optional().describe('`next` of the page before'),
  cursor: z.string().max(1000).optional().describe('The same as `after`'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Only links whose sender's id or customer number contains this text; each page searches 10,000 links",
    )
    .meta(notForReader),
});

/** The filters in a body, so that no URL contains personal data. */
const searchBody = z.strictObject({
  ...listQuery.shape,
  limit: z.number().int().min(1).max(1000).default(100).describe('1 to 1,000; default 100'),
});

const flag = z.enum(['true', 'false']).optional();
const importQuery = z.strictObject({
  ...actorKeys,
  replace: flag.describe('`true`: a link that has another customer number gets the new one'),
  dryRun: flag.describe('`true`: only show what the import would change'),
});

const removeBody = z.strictObject({
  ...actorKeys,
  people: z
    .string()
    .min(1)
    .max(100)
    .describe('The group of people to which the id belongs: `people` of the source'),
  link: linkId.describe("The sender's id of the person"),
  destination: z.string().min(1).max(100).describe('The destination of the customer number'),
});

/** The routes that list, export and import links. */
export function linkRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({ key: 'GET /links', query: listQuery, answer: ({ query }) => page(query, parts) }),
    apiRoute({
      key: 'POST /links/search',
      body: searchBody,
      answer: ({ body }) => page(body, parts),
    }),
    apiRoute({
      key: 'POST /links',
      query: importQuery,
      body: linkList,
      async answer({ query, body, request }) {
        const { replace, dryRun } = query;
        const mode = dryRun === 'true' ? 'look' : replace === 'true' ? 'replace' : 'add';
        return importLinkList(body, { mode, actor: actorOf(query, request, parts) }, parts);
      },
    }),
    apiRoute({
      key: 'POST /links/remove',
      body: removeBody,
      async answer({ body, request }) {
        const { people, link, destination } = body;
        const actor = actorOf(body, request, parts);
        const was = await parts.store.removeLink({ people, id: link }, destination, actor);
        if (was === undefined) return noLinkAnswer;
        parts.log.info({ people, destination, who: actor.who }, 'link removed');
        return ok({ removed: true });
      },
    }),
  ];
}

async function page(query: z.infer<typeof listQuery>, { store, config }: ApiParts): Promise<Answer> {
  const { people, limit } = query;
  const cursor = query.cursor || query.after;
  const secret = config.admin?.token;
  const after = cursor && secret && openCursor(cursor, secret);
  if (cursor && after === undefined) return unreadableCursorAnswer;
  const wanted = { limit, ...(people && { people }), ...(after && { after }) };
  const { links, last } = query.q ? await search(query.q, wanted, store) : await list(wanted, store);
  return ok({ links, ...(last && secret && { next: sealCursor(linkCursor(last), secret) }) });
}

interface Wanted {
  readonly limit: number;
  readonly people?: string;
  readonly after?: string;
}

/** Links, and the last link of the page if there may be a next one. */
interface FoundLinks {
  readonly links: readonly LinkRecord[];
  readonly last: LinkRecord | undefined;
}

async function list(wanted: Wanted, store: ApiParts['store']): Promise<FoundLinks> {
  const links = await store.links(wanted);
  return { links, last: links.length === wanted.limit ? links.at(-1) : undefined };
}

/** The number of links that are read at once, and the number of such reads for a page. */
const readAtOnce = 1_000;
const mostReads = 10;

/** Examines a limited number of links for one request: a page may be short and still have a next one. */
async function search(
  q: string,
  { limit, people, after }: Wanted,
  store: ApiParts['store'],
): Promise<FoundLinks> {
  const text = folded(q);
  const links: LinkRecord[] = [];
  let from = after;
  for (let reads = 0; reads < mostReads; reads += 1) {
    const read = await store.links({
      limit: readAtOnce,
      ...(people && { people }),
      ...(from && { after: from }),
    });
    for (const each of read) {
      if (!folded(each.link).includes(text) && !each.customerId.includes(text)) continue;
      links.push(each);
      if (links.length === limit) return { links, last: each };
    }
    const last = read.at(-1);
    if (!last || read.length < readAtOnce) return { links, last: undefined };
    if (reads === mostReads - 1) return { links, last };
    from = linkCursor(last);
  }
  return { links, last: undefined };
}

function folded(text: string): string {
  return normalized(text, 'NFC').toLowerCase();
}

const noLinkAnswer = problem(404, 'there is no such link', 'It may have been removed meanwhile.');

const unreadableCursorAnswer = problem(
  400,
  'cursor: is not one of this list, or admin.token has changed since',
  'Start again without a cursor.',
);
