import { codes } from '../../diagnostics/codes.ts';
import { counted } from '../../diagnostics/counted.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { AdminApi } from './admin-api.ts';
import type { EventList, EventQuery } from './events-list.ts';

/** Returns the likely mistakes in a filter without results, in sentences; empty without any. */
export async function whyNoneFits(api: AdminApi, request: EventQuery): Promise<string> {
  const slips: string[] = [];
  for (const [what, path] of [
    ['source', 'sources'],
    ['mapping', 'mappings'],
    ['destination', 'destinations'],
  ] as const) {
    const name = request[what];
    if (name === undefined) continue;
    const answer = await api.get<Record<string, readonly { readonly name: string }[]>>(path);
    const names = (answer[path] ?? []).map(each => each.name);
    if (!names.includes(name)) slips.push(unknown(what, name, names));
  }
  const { code, since, until, person } = request;
  if (person !== undefined) {
    const { person: _, ...others } = request;
    const { events } = await api.post<EventList>('events/search', { ...others, q: person, limit: mostShown });
    const count = events.length < mostShown ? counted(events.length, 'event') : `${mostShown} or more events`;
    if (events.length > 0)
      slips.push(
        `no call is for this person, and --q finds ${count} with this text: an event that failed before its call has no person yet`,
      );
  }
  if (code !== undefined && !Object.hasOwn(codes, code))
    slips.push(unknown('code', code, Object.keys(codes)));
  if (since !== undefined && until !== undefined && since >= until)
    slips.push('--since is not before --until');
  return slips.map(slip => `\n  ${slip}`).join('');
}

/** More events are only counted as so many. */
const mostShown = 50;

function unknown(what: string, name: string, names: readonly string[]): string {
  const [meant] = nearest(name, names);
  const few = names.length <= 10 ? `; there are ${names.join(', ') || 'none'}` : '';
  return `there is no ${what} "${escapeText(name)}" now${meant === undefined ? few : `; did you mean "${meant}"?`}`;
}
