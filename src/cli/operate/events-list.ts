import { codes, type DiagnosticCode } from '../../diagnostics/codes.ts';
import { counted } from '../../diagnostics/counted.ts';
import { allStatuses, type EventSummary } from '../../inbox/event.ts';
import type { Arguments } from '../command.ts';
import { knownName } from '../known-name.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { limitOf } from '../terminal/limit.ts';
import { momentOf } from '../terminal/moment.ts';
import { table } from '../terminal/table.ts';
import { timeAgoShort } from '../terminal/time-words.ts';
import { cut } from '../terminal/wrap.ts';
import { type AdminApi, openAdminApi } from './admin-api.ts';
import { actionWords } from './event-words.ts';
import { whyNoneFits } from './why-none-fits.ts';

/** The query for events, as the API accepts it: each filter of the command line by its name. */
export type EventQuery = Readonly<Partial<Record<FilterName, string>>>;

const filterNames = [
  'status',
  'needs',
  'source',
  'mapping',
  'destination',
  'action',
  'person',
  'code',
  'since',
  'until',
  'q',
] as const;
type FilterName = (typeof filterNames)[number];

/** A list of events, as the API returns it. */
export interface EventList {
  readonly events: readonly EventSummary[];
  readonly next?: string;
  readonly searchedTo?: string;
}

/** `fieldbridge events list`: lists the newest events of the running bridge, or those that match a filter. */
export async function listEvents(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const limit = limitOf(args);
  const request = eventQueryOf(args);
  const api = openAdminApi(args, surroundings);
  const found = await findEvents(api, request, limit);
  if (args.options.json) surroundings.out.write(`${JSON.stringify(found, null, 2)}\n`);
  else if (found.events.length > 0) surroundings.out.write(listText(found, surroundings));
  else if (Object.keys(request).length === 0) surroundings.out.write(`${noneYet}\n`);
  else if (found.searchedTo !== undefined)
    surroundings.out.write(`no event matches so far\n${searchedText(found.searchedTo)}`);
  else surroundings.out.write(`no event matches${await whyNoneFits(api, request)}\n`);
  return exit.fine;
}

function searchedText(searchedTo: string): string {
  return `Events before ${searchedTo} were not searched. Use \`--until ${searchedTo}\` to search them.\n`;
}

/**
 * Returns the filter of the command line; an empty one without options.
 * @throws UsageError for an unknown status or an invalid time
 */
export function eventQueryOf({ options }: Arguments): EventQuery {
  const request: Partial<Record<FilterName, string>> = {};
  for (const name of filterNames) {
    const text = options[name];
    if (typeof text !== 'string') continue;
    if (name === 'status') knownName(text, allStatuses, 'status');
    if (name === 'needs') knownName(text, ['person'], 'need');
    request[name] = name === 'since' || name === 'until' ? momentOf(name, text, Date.now()) : text;
  }
  return request;
}

/**
 * Returns at most this many events. With a filter, a page may be incomplete and still have a next one: the number of
 * requested pages is limited, to some hundred thousand events.
 */
export async function findEvents(api: AdminApi, request: EventQuery, limit: number): Promise<EventList> {
  const events: EventSummary[] = [];
  let page: EventList = { events };
  for (let pages = 0; pages < mostPages && events.length < limit; pages += 1) {
    const size = Math.min(limit - events.length, pageSize);
    const asked = { ...request, limit: size, cursor: page.next };
    page = await (isByValue(request) ? api.post('events/search', asked) : api.get('events', asked));
    events.push(...page.events);
    if (page.next === undefined) break;
  }
  return { ...page, events };
}

/** A personal value goes into the body, because proxies log URLs. */
function isByValue({ q, person }: EventQuery): boolean {
  return q !== undefined || person !== undefined;
}

/** A page of a search takes some tenths of a second. */
const mostPages = 250;

/** The largest page of the API. */
const pageSize = 200;

function listText({ events, next, searchedTo }: EventList, { out }: Surroundings): string {
  const now = Date.now();
  const rows = events.map(each => [
    each.id,
    each.status,
    timeAgoShort(each.receivedAt, now),
    out.columns === undefined ? each.source : cut(each.source, 20),
    aboutWords(each),
    whyWords(each),
  ]);
  const more =
    next === undefined
      ? ''
      : searchedTo !== undefined
        ? `\n${searchedText(searchedTo)}`
        : `\nThese are the newest ${events.length} events. To see more, add --limit N.\n`;
  const list = table(['event', 'status', 'received', 'source', 'about', 'why'], rows, out.columns);
  return `${list}${more}`;
}

/** Describes the person of an event in a few words. */
function aboutWords({ about = {} }: EventSummary): string {
  const { customerId, name, email, link } = about;
  const known = [name ?? email, customerId].filter(each => each !== undefined);
  return cut(known.length > 0 ? known.join(', ') : (link ?? ''), 40);
}

/** Describes the reason for the status, a step that the customer must still take, and the first warning. */
function whyWords({ reason, code, action, warnings = [], warning }: EventSummary): string {
  const words = [action && actionWords(action), reason ?? titleOf(code), warningWords(warnings, warning)];
  return words.filter(Boolean).join('; ');
}

/** The title of a code may cover several cases, so the message of the event is shown if it is known. */
function warningWords(
  [first, ...others]: readonly string[],
  message: string | undefined,
): string | undefined {
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'more warning')})`;
  return `warning: ${message ?? titleOf(first) ?? first}${more}`;
}

function titleOf(code: string | undefined): string | undefined {
  return code === undefined || !Object.hasOwn(codes, code) ? undefined : codes[code as DiagnosticCode].title;
}

const noneYet = 'there are no events yet; `fieldbridge send SOURCE PAYLOAD` posts one';
