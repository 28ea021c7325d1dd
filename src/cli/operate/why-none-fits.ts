import { codes } from '../../diagnostics/codes.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { AdminApi } from './admin-api.ts';
import type { EventQuery } from './events-list.ts';

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
  const { code, since, until } = request;
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
