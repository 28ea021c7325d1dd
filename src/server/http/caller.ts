import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { networksOf, plainAddress } from '../../config/networks.ts';

/** Who made a request, as far as that is certain. */
export interface Caller {
  /** The IP address: of the connection, or what proxies that are trusted say. */
  readonly address: string;
  /** Whether the request has forwarding headers of somebody who is not trusted, which are not believed. */
  readonly forwarded: boolean;
  /** The host, perhaps with a port, that the caller asked, as a trusted proxy says. */
  readonly host: string | undefined;
  /** The scheme and host that the caller asked, where a trusted proxy says so: `https://hooks.example.com`. */
  readonly origin: string | undefined;
}

/** Finds out who made a request. */
export type FindCaller = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => Caller;

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Believes X-Forwarded-For as far as proxies of `trustProxy` wrote it: from its end, up to the first address that is
 * none of theirs, which is the caller's; what stands before may be invented. X-Forwarded-Proto and X-Forwarded-Host
 * count where a trusted proxy made the connection.
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
      // `unknown`, or something invented: whoever wrote that is as far as it is certain.
      if (before === undefined) break;
      address = before;
      hops += 1;
      if (!trusted.has(before)) break;
    }
    // Proxies that add to a list have as many entries in each; one that stands alone is the outermost proxy's.
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
