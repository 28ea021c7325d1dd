import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { ConfigReading } from './reading.ts';
import { isLoopback } from './web-url.ts';

/**
 * Returns the problem if an address under `key` leaves this machine without TLS, and there is no `allowHttp` beside
 * it. `message`: the consequence.
 */
export function findInsecureUrl(
  { valueAt, source }: ConfigReading,
  path: readonly string[],
  key: string,
  message: string,
): Diagnostic | undefined {
  const url = valueAt([...path, key]);
  if (typeof url !== 'string' || !/^http:/i.test(url) || isLoopback(url)) return undefined;
  if (String(valueAt([...path, 'allowHttp'])) === 'true') return undefined;
  return diagnostic('config/insecure-url', message, {
    hint: 'use https:, or add `allowHttp: true` to allow it',
    place: source.placeOf([...path, key], 'value'),
  });
}
