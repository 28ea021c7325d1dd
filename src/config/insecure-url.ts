import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { ConfigReading } from './reading.ts';
import { isLoopback } from './web-url.ts';

/**
 * What is wrong with an address under `key` that does not leave this machine encrypted, and of which nobody said that it
 * may (`allowHttp` beside it). `message`: what that leads to.
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
    hint: 'use https:, or say `allowHttp: true` if you mean it',
    place: source.placeOf([...path, key], 'value'),
  });
}
