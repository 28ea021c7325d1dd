import type { LoadedConfig } from '../../config/load-config.ts';
import { counted } from '../../diagnostics/counted.ts';
import { localTime } from '../terminal/time-words.ts';
import type { Faults } from './find-faults.ts';
import { lockName } from './lock-file.ts';
import { namedOrCounted } from './named-or-counted.ts';

/** Describes what `check` checked: `4 mappings and the config checked, also against salon`. */
export function whatWasChecked({ config, mappings, sources }: Faults): string {
  const count = (mappings?.mappings.length ?? 0) + (mappings?.faulty.length ?? 0);
  const files = `${counted(count, 'mapping')} and the config checked`;
  if (!config) return `${files}, but not against each other nor the account, since the config cannot be used`;
  const names = (some: Faults['sources']) => namedOrCounted(some.map(({ destination }) => destination));
  const asked = sources.filter(({ from, trouble }) => from === 'account' && trouble === undefined);
  const others = sources.filter(each => !asked.includes(each));
  if (asked.length > 0) {
    const left = others.length > 0 ? `, but not against ${names(others)}` : '';
    return `${files}, also against ${names(asked)}${left}`;
  }
  const locked = sources.filter(({ from, trouble }) => from === 'lock' && trouble === undefined);
  if (locked.length === 0 || locked.length < sources.length) return `${files}, but not against the account`;
  const seen = locked.map(
    ({ destination, snapshot }) =>
      `${destination} of ${localTime(new Date(snapshot?.fetchedAt ?? 0).toISOString())}`,
  );
  return `${files}, also against ${lockName} (${namedOrCounted(seen)})`;
}

/** Lists the variables that were not set and not needed, as a line of its own; empty without any. */
export function excusedWords({ excused = [] }: LoadedConfig): string {
  if (excused.length === 0) return '';
  return `not set, and not needed with --offline: ${excused.join(', ')}\n`;
}

/** That mappings were not tried on stored events, as a line of its own. */
export function unreadWords({ unread }: Faults): readonly string[] {
  return unread === undefined ? [] : [`stored events were not tried: ${unread}`];
}
