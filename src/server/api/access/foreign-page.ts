import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../../config/config.ts';

/**
 * True if another web page made the request: a page of another site or, if the server listens only on this machine, a
 * page whose host name was redirected to it (DNS rebinding). The latter shows in a Host that is neither a loopback name
 * nor the server's public one. Programs send neither Origin nor Sec-Fetch-Site and are not affected.
 */
export function isForeignPage(
  headers: IncomingHttpHeaders,
  server: Pick<Config['server'], 'host' | 'publicUrl'>,
): boolean {
  const site = headers['sec-fetch-site'];
  const origin = headers.origin;
  if (site === undefined && origin === undefined) return false;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const host = (headers.host ?? '').toLowerCase();
  if (origin !== undefined && hostOf(origin) !== host) return true;
  return isLoopback(server.host) && !isLoopback(host) && host !== hostOf(server.publicUrl ?? '');
}

/** True if a request was certainly made by a page of this server. Over plain HTTP some browsers say only the origin. */
export function isOwnPage({ host, origin, ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && hostOf(origin) === (host ?? '').toLowerCase();
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)(:\d+)?$/i.test(host);
}
