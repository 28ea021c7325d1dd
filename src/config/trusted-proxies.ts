import { diagnostic } from '../diagnostics/diagnostic.ts';
import { isWiderThanPrivate } from './networks.ts';
import type { ConfigReading } from './reading.ts';

/** Warns of trusted networks in which anybody may be. A trusted proxy states the caller's address, on which limits depend. */
export function warnOfTrust({ report, source }: ConfigReading, networks: readonly string[]): void {
  for (const [index, network] of networks.entries()) {
    if (!isWiderThanPrivate(network)) continue;
    const message =
      'every computer in this network is trusted as a proxy, so it can claim any client address';
    const hint = 'list the addresses of your proxies only';
    const place = source.placeOf(['server', 'trustProxy', index], 'value');
    report(diagnostic('config/trusts-anyone', message, { hint, place }));
  }
}
