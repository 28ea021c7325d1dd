import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Config } from '../../config/config.ts';
import type { FindCaller } from '../http/caller.ts';
import { seenBase } from './seen-base.ts';
import type { Sessions } from './sessions.ts';

/** The cookie in which a browser keeps the key of its session. */
export interface SessionCookie {
  /** The key that a request brings. */
  keyOf(request: IncomingMessage): string | undefined;
  /** The header that has the browser keep a key; without one, forget it. */
  headerFor(request: IncomingMessage, key: string | undefined): string;
  /** True if the way to the browser is encrypted, as far as this process can tell. */
  isEncrypted(request: IncomingMessage): boolean;
}

/**
 * Over HTTPS the name of the cookie guarantees that only this host has set it: `__Host-` at the root, `__Secure-` under
 * a prefix. Over plain HTTP browsers refuse such a name. With its mark, several bridges on one host keep their sessions.
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

/** `publicUrl` shows the browser's address only if the browser used its host. */
function originFor({ headers }: IncomingMessage, publicUrl: string): string {
  const { host, origin } = new URL(publicUrl);
  return headers.host === host ? origin : '';
}
