import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { networksOf, plainAddress } from '../../config/networks.ts';

/** The client that sent a request, as far as it is certain. */
export interface Caller {
  /** Its IP address: that of the connection, or as stated by trusted proxies. */
  readonly address: string;
  /** True if the request has forwarding headers from an untrusted address, which are ignored. */
  readonly forwarded: boolean;
  /** The requested host, perhaps with a port, as stated by a trusted proxy. */
  readonly host: string | undefined;
  /** The requested scheme and host, if a trusted proxy states them: `https://hooks.example.com`. */
  readonly origin: string | undefined;
}

/** Finds the client that sent a request. */
export type FindCaller = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => Caller;

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Reads the caller's address from X-Forwarded-For, from the end up to the first address that is not in `trustProxy`:
 * the part before it may be invented. X-Forwarded-Proto and X-Forwarded-Host are used if a trusted proxy made the
 * connection.
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
      // The entry is `unknown` or invalid: the address that wrote it is the last certain one.
      if (before === undefined) break;
      address = before;
      hops += 1;
      if (!trusted.has(before)) break;
    }
    // Proxies that add to a list have equally many entries in each header; a single entry is the outermost proxy's.
    const stated = (name: string) =>
      listOf(headers, name).at(-Math.max(hops, 1)) ?? listOf(headers, name).at(-1);
    const scheme = stated('x-forwarded-proto')?.toLowerCase();
    const host = stated('x-forwarded-host');
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
