import * as z from 'zod';
import { linkCursor } from '../../inbox/link-record.ts';
import { type Answer, ok, problem } from '../answer.ts';
import type { ApiParts, ApiRoute } from './api-route.ts';
import { customerId } from './customer-id.ts';
import { checkInput, readInput } from './input.ts';
import { namesWords } from './names-words.ts';

const listQuery = z.strictObject({
  people: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  after: z.string().max(500).optional(),
});

const importList = z
  .array(
    z.strictObject({
      people: z.string().min(1).max(100),
      link: z.string().min(1).max(500),
      destination: z.string().min(1).max(100),
      customerId,
    }),
  )
  .max(1000, 'at most 1,000 links at once; send the rest in further requests');

type ImportedLink = z.infer<typeof importList>[number];

/** Links: to list or export page by page, and to import. */
export function linkRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    {
      method: 'GET',
      url: '/links',
      async answer(request) {
        const input = checkInput(listQuery, request.query);
        return input.kind === 'answer' ? input.answer : page(input.value, parts);
      },
    },
    {
      method: 'POST',
      url: '/links',
      async answer(request) {
        const input = await readInput(request.raw, parts, importList);
        return input.kind === 'answer' ? input.answer : importLinks(input.value, parts);
      },
    },
  ];
}

/** `next` is the `after` of the next page. */
async function page(query: z.infer<typeof listQuery>, { store }: ApiParts): Promise<Answer> {
  const { people, limit, after } = query;
  const links = await store.links({ limit, ...(people && { people }), ...(after && { after }) });
  const last = links.length === limit ? links.at(-1) : undefined;
  return ok({ links, ...(last && { next: linkCursor(last) }) });
}

/** All of them are checked before the first is remembered. The same import again changes nothing. */
async function importLinks(links: readonly ImportedLink[], parts: ApiParts): Promise<Answer> {
  const faults = links.flatMap((link, index) => faultsOf(link, index, parts));
  if (faults.length > 0) return problem(400, faults.slice(0, 10).join('; '), 'Nothing was imported.');
  for (const { people, link, destination, customerId } of links) {
    await parts.store.putLink({ people, id: link }, destination, customerId);
  }
  parts.bridge.wake();
  parts.log.info({ links: links.length }, 'links imported');
  return ok({ imported: links.length });
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
