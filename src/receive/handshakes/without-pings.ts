import type { SourceConfig } from '../../config/config.ts';
import type { AcceptedItem } from '../../inbox/event.ts';

/** Returns the items of a verified webhook without pings, which only test whether webhooks arrive. */
export function withoutPings(
  { handshakes }: SourceConfig,
  items: readonly AcceptedItem[],
): readonly AcceptedItem[] {
  if (!handshakes.includes('ping')) return items;
  return items.filter(item => item.type?.toLowerCase() !== 'ping');
}
