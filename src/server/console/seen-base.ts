import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/config.ts';
import type { FindCaller } from '../http/caller.ts';

/**
 * Returns the prefix of the paths as a browser sees them, without a slash at its end: the one of `publicUrl` if the
 * browser used its host, because a proxy may remove the prefix; else `basePath`.
 */
export function seenBase(
  request: IncomingMessage,
  { publicUrl, basePath }: Pick<Config['server'], 'publicUrl' | 'basePath'>,
  callerOf: FindCaller,
): string {
  if (publicUrl === undefined) return basePath;
  const { host, pathname } = new URL(publicUrl);
  const asked = callerOf(request).host ?? request.headers.host;
  return asked === host ? pathname.replace(/\/$/, '') : basePath;
}
