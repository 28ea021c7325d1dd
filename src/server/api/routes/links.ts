import * as z from 'zod';
import { normalized } from '../../../diagnostics/composed.ts';
import { counted } from '../../../diagnostics/counted.ts';
import type { Actor } from '../../../inbox/audit.ts';
import { withoutZeros } from '../../../inbox/call.ts';
import { linksWords } from '../../../inbox/decide/links.ts';
import { differenceOf, type NearLink } from '../../../inbox/decide/near-link.ts';
import { type LinkRecord, linkCursor } from '../../../inbox/link-record.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { customerId } from '../customer-id.ts';
import { linkId } from '../link-id.ts';
import { namesWords } from '../names-words.ts';
import { notForReader } from '../roles.ts';
import { openCursor, sealCursor } from '../sealed-cursor.ts';

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

const importList = z
  .array(
    z.strictObject({
      people: z
        .string()
        .min(1)
        .max(100)
        .describe('The group of people to which the id belongs: `people` of the source'),
      link: linkId.describe("The sender's id of the person; spaces at its ends are ignored"),
      destination: z.string().min(1).max(100).describe('The destination of the customer number'),
      customerId: customerId.describe('The customer number'),
    }),
  )
  .max(1000, 'at most 1,000 links at once; send the rest in further requests');

type ImportedLink = z.infer<typeof importList>[number];

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

/** A link that belongs to another customer than in the list. */
export interface OtherNumber {
  readonly people: string;
  readonly link: string;
  readonly destination: string;
  readonly was: string;
  readonly is: string;
}

/** A new link that another link resembles, which stands for another customer. */
export interface NearlyKnown extends Omit<OtherNumber, 'was' | 'is'> {
  /** The id and the number of the other link, in the store or in the list. */
  readonly known: string;
  readonly was: string;
  readonly is: string;
  readonly differs: NearLink['differs'];
}

/** The result of an import of links. `imported` counts all of them, including the `equal` ones. */
export interface ImportedLinks {
  readonly imported: number;
  readonly new: number;
  readonly equal: number;
  readonly replaced: readonly OtherNumber[];
  readonly nearly: readonly NearlyKnown[];
}

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
      body: importList,
      async answer({ query, body, request }) {
        const { replace, dryRun } = query;
        const mode = dryRun === 'true' ? 'look' : replace === 'true' ? 'replace' : 'add';
        return importLinks(body, { mode, actor: actorOf(query, request, parts) }, parts);
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

/**
 * Checks all links before it stores the first one. A link of another customer is replaced only if `mode` is `replace`.
 * Repeating the import changes nothing.
 */
async function importLinks(
  links: readonly ImportedLink[],
  { mode, actor }: { readonly mode: 'look' | 'add' | 'replace'; readonly actor: Actor },
  parts: ApiParts,
): Promise<Answer> {
  const faults = [...links.flatMap((link, index) => faultsOf(link, index, parts)), ...contradictions(links)];
  if (faults.length > 0) return problem(400, faults.slice(0, 10).join('; '), 'Nothing was imported.');
  const found = await compare(links, parts);
  if (mode === 'look') return ok(found);
  if (mode === 'add' && found.replaced.length > 0)
    return otherNumbers(found.replaced, 'Nothing was imported.');
  const lost: OtherNumber[] = [];
  for (const { people, link, destination, customerId } of links) {
    if (mode === 'replace') await parts.store.putLink({ people, id: link }, destination, customerId);
    else {
      const was = await parts.store.addLink({ people, id: link }, destination, customerId);
      if (was !== undefined) lost.push({ people, link, destination, was, is: customerId });
    }
  }
  parts.bridge.wake();
  await recordLinks(links, found, { actor, store: parts.store });
  parts.log.info({ links: links.length - lost.length, replaced: found.replaced.length }, 'links imported');
  // A booking has created these links since the check.
  return lost.length > 0 ? otherNumbers(lost, 'The others were imported.') : ok(found);
}

/** Records the new and changed links in the audit log, one entry for each group of people and destination. */
async function recordLinks(
  links: readonly ImportedLink[],
  { equal, replaced }: ImportedLinks,
  { actor, store }: { readonly actor: Actor; readonly store: ApiParts['store'] },
): Promise<void> {
  if (equal === links.length) return;
  const groups = Map.groupBy(links, ({ people, destination }) => linksWords({ people }, destination));
  for (const [about, { length }] of groups) {
    const changed = replaced.filter(
      ({ people, destination }) => linksWords({ people }, destination) === about,
    );
    const detail = `${counted(length, 'link')}, ${changed.length} replaced`;
    await store.record({ ...actor, what: 'add-links', about, detail });
  }
}

/** Returns the new links that resemble another one with another number, in the store or in the list. */
async function nearlyKnown(
  links: readonly ImportedLink[],
  { store }: ApiParts,
): Promise<readonly NearlyKnown[]> {
  const nearly: NearlyKnown[] = [];
  const alike = Map.groupBy(links, alikeKey);
  for (const each of links) {
    const { people, link, destination, customerId: is } = each;
    const stored = await store.nearLink({ people, id: link }, destination);
    const listed = (alike.get(alikeKey(each)) ?? []).flatMap(other => {
      const differs = differenceOf(link, other.link);
      return differs === undefined ? [] : [{ id: other.link, customerId: other.customerId, differs }];
    });
    const near = [...(stored ? [stored] : []), ...listed].find(
      ({ customerId }) => withoutZeros(customerId) !== withoutZeros(is),
    );
    if (!near) continue;
    const { id: known, customerId: was, differs } = near;
    nearly.push({ people, link, destination, known, was, is, differs });
  }
  return nearly;
}

/** Ids of the same key may be spellings of one id. */
function alikeKey({ people, link, destination }: ImportedLink): string {
  return JSON.stringify([people, destination, withoutZeros(link.replaceAll(' ', '').toLowerCase())]);
}

async function compare(links: readonly ImportedLink[], parts: ApiParts): Promise<ImportedLinks> {
  const { store } = parts;
  const replaced: OtherNumber[] = [];
  let equal = 0;
  for (const { people, link, destination, customerId: is } of links) {
    const was = await store.findLink({ people, id: link }, destination);
    if (was === is) equal += 1;
    else if (was !== undefined) replaced.push({ people, link, destination, was, is });
  }
  const nearly = await nearlyKnown(links, parts);
  return { imported: links.length, new: links.length - equal - replaced.length, equal, replaced, nearly };
}

function otherNumbers(others: readonly OtherNumber[], outcome: string): Answer {
  const words = others
    .slice(0, 10)
    .map(
      ({ people, link, destination, was, is }) =>
        `${JSON.stringify(link)} of ${people} stands for customer ${was} at ${destination} already, not for ${is}`,
    );
  const more = others.length - words.length;
  return problem(
    409,
    `${words.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
    `${outcome} With replace=true the new numbers count from then on.`,
  );
}

/** Returns the links that occur twice in the list, with different customers. */
function contradictions(links: readonly ImportedLink[]): readonly string[] {
  const first = new Map<string, number>();
  return links.flatMap(({ people, link, destination, customerId }, index) => {
    const key = JSON.stringify([people, normalized(link, 'NFC'), destination]);
    const before = first.get(key) ?? index;
    first.set(key, before);
    return links[before]?.customerId === customerId
      ? []
      : [`${index}.customerId: the same link stands for another customer at ${before}.customerId`];
  });
}

function faultsOf(link: ImportedLink, index: number, { config }: ApiParts): readonly string[] {
  const people = new Set([...config.sources.values()].map(source => source.people));
  const faults: string[] = [];
  if (!people.has(link.people)) {
    faults.push(
      `${index}.people: no source has the people ${JSON.stringify(link.people)} (there is: ${namesWords(people)})`,
    );
  }
  if (!config.destinations.has(link.destination)) {
    const known = namesWords(config.destinations.keys());
    faults.push(
      `${index}.destination: there is no destination ${JSON.stringify(link.destination)} (there is: ${known})`,
    );
  }
  return faults;
}
