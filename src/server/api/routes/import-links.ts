import * as z from 'zod';
import { normalized } from '../../../diagnostics/composed.ts';
import { counted } from '../../../diagnostics/counted.ts';
import type { Actor } from '../../../inbox/audit.ts';
import { withoutZeros } from '../../../inbox/call.ts';
import { linksWords } from '../../../inbox/decide/links.ts';
import { differenceOf, type NearLink } from '../../../inbox/decide/near-link.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import type { ApiParts } from '../api-route.ts';
import { customerId } from '../customer-id.ts';
import { linkId } from '../link-id.ts';
import { namesWords } from '../names-words.ts';

/** The body of an import: at most 1,000 links. */
export const linkList = z
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

type ImportedLink = z.infer<typeof linkList>[number];

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

/**
 * Checks all links before it stores the first one. A link of another customer is replaced only if `mode` is `replace`.
 * Repeating the import changes nothing.
 */
export async function importLinkList(
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
