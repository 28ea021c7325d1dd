import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Config } from '../../config/config.ts';
import type { FindCaller } from '../http/caller.ts';
import { seenBase } from './seen-base.ts';
import type { Sessions } from './sessions.ts';

/** The cookie with the key of a browser's session. */
export interface SessionCookie {
  /** Returns the key in a request. */
  keyOf(request: IncomingMessage): string | undefined;
  /** Returns the header that makes the browser store a key, or remove it if there is none. */
  headerFor(request: IncomingMessage, key: string | undefined): string;
  /** True if the connection to the browser is encrypted, as far as this process can tell. */
  isEncrypted(request: IncomingMessage): boolean;
}

/**
 * Over HTTPS the prefix of the cookie's name guarantees that only this host has set it: `__Host-` at the root,
 * `__Secure-` under a path prefix. Over plain HTTP browsers refuse such names. The mark in the name separates the
 * sessions of several bridges on one host.
 */
export function sessionCookie(
  { server }: Pick<Config, 'server'>,
  callerOf: FindCaller,
  mark: Sessions['mark'],
): SessionCookie {
  const pathFor = (request: IncomingMessage) => seenBase(request, server, callerOf) || '/';

  function isEncrypted(request: IncomingMessage): boolean {
    if ('encrypted' in request.socket && request.socket.encrypted === true) return true;
    const origin = callerOf(request).origin ?? (server.publicUrl ? originFor(request, server.publicUrl) : '');
    return origin.startsWith('https:');
  }

  function nameFor(request: IncomingMessage): string {
    const name = `fieldbridge-${mark()}`;
    if (!isEncrypted(request)) return name;
    return pathFor(request) === '/' ? `__Host-${name}` : `__Secure-${name}`;
  }

  return {
    isEncrypted,
    keyOf: request => parseCookie(request.headers.cookie ?? '')[nameFor(request)] || undefined,
    headerFor: (request, key) =>
      stringifySetCookie({
        name: nameFor(request),
        value: key ?? '',
        path: pathFor(request),
        httpOnly: true,
        sameSite: 'strict',
        secure: isEncrypted(request),
        ...(key === undefined && { maxAge: 0 }),
      }),
  };
}

/** Returns the origin. `publicUrl` is the browser's address only if the browser used its host. */
function originFor({ headers }: IncomingMessage, publicUrl: string): string {
  const { host, origin } = new URL(publicUrl);
  return headers.host === host ? origin : '';
}
