import { codes } from '../../diagnostics/codes.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { AdminApi } from './admin-api.ts';
import type { EventWish } from './events-list.ts';

/** What of a filter that found nothing is probably a slip, in sentences; empty where nothing is. */
export async function whyNoneFits(api: AdminApi, wish: EventWish): Promise<string> {
  const slips: string[] = [];
  for (const [what, path] of [
    ['source', 'sources'],
    ['mapping', 'mappings'],
    ['destination', 'destinations'],
  ] as const) {
    const name = wish[what];
    if (name === undefined) continue;
    const answer = await api.get<Record<string, readonly { readonly name: string }[]>>(path);
    const names = (answer[path] ?? []).map(each => each.name);
    if (!names.includes(name)) slips.push(unknown(what, name, names));
  }
  const { code, since, until } = wish;
  if (code !== undefined && !Object.hasOwn(codes, code))
    slips.push(unknown('code', code, Object.keys(codes)));
  if (since !== undefined && until !== undefined && since >= until)
    slips.push('--since is not before --until');
  return slips.map(slip => `\n  ${slip}`).join('');
}

function unknown(what: string, name: string, names: readonly string[]): string {
  const [meant] = nearest(name, names);
  const few = names.length <= 10 ? `; there are ${names.join(', ') || 'none'}` : '';
  return `there is no ${what} "${escapeText(name)}" now${meant === undefined ? few : `; did you mean "${meant}"?`}`;
}
