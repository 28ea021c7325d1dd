import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { networksOf, plainAddress } from '../../config/networks.ts';

/** The maker of a request, as far as it is certain. */
export interface Caller {
  /** The IP address: of the connection, or what proxies that are trusted say. */
  readonly address: string;
  /** True if the request has forwarding headers from an untrusted address, which are ignored. */
  readonly forwarded: boolean;
  /** The requested host, perhaps with a port, as stated by a trusted proxy. */
  readonly host: string | undefined;
  /** The requested scheme and host, if a trusted proxy states them: `https://hooks.example.com`. */
  readonly origin: string | undefined;
}

/** Finds out who made a request. */
export type FindCaller = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => Caller;

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Trusts X-Forwarded-For as far as proxies of `trustProxy` wrote it: from its end, up to the first other address, which
 * is the caller's. The part before it may be invented. X-Forwarded-Proto and X-Forwarded-Host are used if a trusted
 * proxy made the connection.
 */
export function callerFinder(trustProxy: readonly string[]): FindCaller {
  const trusted = networksOf(trustProxy);
  return ({ socket, headers }) => {
    const peer = plainAddress(socket.remoteAddress ?? '') ?? 'unknown';
    if (!trusted.has(peer)) {
      const forwarded = forwardingHeaders.some(name => headers[name] !== undefined);
      return { address: peer, forwarded, host: undefined, origin: undefined };
    }
    const chain = listOf(headers, 'x-forwarded-for');
    let address = peer;
    let hops = 0;
    for (const text of chain.toReversed()) {
      const before = plainAddress(text);
      // The entry is `unknown` or invented: the address that wrote it is the last certain one.
      if (before === undefined) break;
      address = before;
      hops += 1;
      if (!trusted.has(before)) break;
    }
    // Proxies that add to a list have equally many entries in each header; a single entry is the outermost proxy's.
    const said = (name: string) =>
      listOf(headers, name).at(-Math.max(hops, 1)) ?? listOf(headers, name).at(-1);
    const scheme = said('x-forwarded-proto')?.toLowerCase();
    const host = said('x-forwarded-host');
    return { address, forwarded: false, host, origin: originOf(scheme, host ?? headers.host) };
  };
}

function listOf(headers: IncomingHttpHeaders, name: string): readonly string[] {
  const entries = [headers[name] ?? []].flat().join(',').split(',');
  return entries.map(each => each.trim()).filter(Boolean);
}

function originOf(scheme: string | undefined, host: string | undefined): string | undefined {
  const origin = `${scheme}://${host}`;
  const isOrigin = /^https?:\/\/[^/?#@\\]+$/.test(origin) && URL.canParse(origin);
  return isOrigin ? origin : undefined;
}
