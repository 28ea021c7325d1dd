import type { LinkRecord } from '../../inbox/link-record.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { limitOf } from '../terminal/limit.ts';
import { table } from '../terminal/table.ts';
import { timeAgoShort } from '../terminal/time-words.ts';
import { type AdminApi, openAdminApi } from './admin-api.ts';

/** A page of links, as the API returns it; `next` is the `after` of the next page. */
interface LinkPage {
  readonly links: readonly LinkRecord[];
  readonly next?: string;
}

/** `fieldbridge links list`: lists the customer number for each id of a person. */
export async function listLinks(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const found = await findLinks(openAdminApi(args, surroundings), args, limitOf(args));
  if (args.options.json) surroundings.out.write(`${JSON.stringify(found, null, 2)}\n`);
  else surroundings.out.write(linksText(found, surroundings));
  return exit.fine;
}

/** Returns at most this many links, over as many pages as needed. */
export async function findLinks(api: AdminApi, { options }: Arguments, limit: number): Promise<LinkPage> {
  const people = typeof options.people === 'string' ? options.people : undefined;
  const links: LinkRecord[] = [];
  let after: string | undefined;
  do {
    const size = Math.min(limit - links.length, pageSize);
    const page: LinkPage = await api.get('links', { people, limit: size, after });
    links.push(...page.links);
    after = page.next;
  } while (after !== undefined && links.length < limit);
  return { links, ...(after !== undefined && { next: after }) };
}

/** The largest page of the API. */
const pageSize = 1_000;

function linksText({ links, next }: LinkPage, { out }: Surroundings): string {
  if (links.length === 0)
    return 'there are no links yet: a completed booking makes one, and so does `fieldbridge links import FILE`\n';
  const now = Date.now();
  const rows = links.map(each => [
    each.people,
    each.link,
    each.destination,
    each.sharedSince === undefined ? each.customerId : `${each.customerId} or another`,
    timeAgoShort(each.updatedAt, now),
  ]);
  const more =
    next === undefined
      ? ''
      : '\nThere are more. To see more, add --limit N; `fieldbridge links export` shows all.\n';
  const shared = links.some(each => each.sharedSince !== undefined)
    ? '\n"or another": two people seem to share the link, so it stands for nobody until you import it with the right number.\n'
    : '';
  return `${table(['people', 'link', 'destination', 'customerId', 'since'], rows, out.columns)}${shared}${more}`;
}
