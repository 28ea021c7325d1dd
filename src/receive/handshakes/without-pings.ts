import type { SourceConfig } from '../../config/config.ts';
import type { AcceptedItem } from '../../inbox/event.ts';

/** The items of a verified webhook that are more than a ping, with which its sender only tries whether it arrives. */
export function withoutPings(
  { handshakes }: SourceConfig,
  items: readonly AcceptedItem[],
): readonly AcceptedItem[] {
  if (!handshakes.includes('ping')) return items;
  return items.filter(item => item.type?.toLowerCase() !== 'ping');
}
