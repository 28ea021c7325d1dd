import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { DestinationConfig } from './config.ts';
import { isPlaceholder } from './placeholder.ts';
import type { ConfigReading } from './reading.ts';

/**
 * Returns warnings about destinations with the address and the token of an earlier one, as in a copied entry: the token
 * decides the location, so events for both go to the same one. No message shows the token.
 */
export function sameAccounts(
  { source }: Pick<ConfigReading, 'source'>,
  destinations: ReadonlyMap<string, DestinationConfig>,
): readonly Diagnostic[] {
  const first = new Map<string, string>();
  return [...destinations].flatMap(([name, { baseUrl, token }]) => {
    const secret = token.reveal();
    if (isPlaceholder(secret)) return [];
    const account = `${baseUrl.replace(/\/$/, '')} ${secret}`;
    const earlier = first.get(account);
    if (earlier === undefined) {
      first.set(account, name);
      return [];
    }
    const message = `the destinations ${earlier} and ${name} have the same address and the same token, so events for ${name} go to the location of ${earlier}`;
    const hint = `enter the token of the location that ${name} stands for; if both are one location, use ${earlier} in the mappings and remove ${name}`;
    const place = source.placeOf(['destinations', name, 'token'], 'value');
    return [diagnostic('config/same-account', message, { hint, place })];
  });
}
