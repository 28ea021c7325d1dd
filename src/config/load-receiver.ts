import type * as z from 'zod';
import { diagnostic } from '../diagnostics/diagnostic.ts';
import { warnOfShortSecrets } from './check-secrets.ts';
import type { ReceiverConfig } from './config.ts';
import type { Environment } from './interpolate.ts';
import { proxyOf } from './proxy.ts';
import type { ConfigReading } from './reading.ts';
import type { receiverSchema } from './receiver-schema.ts';
import { isLoopback } from './web-url.ts';

/** What was read of a receiver, with its name; `path` is where it stands. What is wrong with it, `reading` then tells. */
export function loadReceiver(
  reading: ConfigReading,
  path: readonly string[],
  entry: z.output<ReturnType<typeof receiverSchema>>,
  env: Environment,
): ReceiverConfig {
  const { url, secret, timeout, proxy, ca, allowHttp } = entry;
  if (/^http:/i.test(url) && !isLoopback(url) && !allowHttp) reportInsecure(reading, path);
  warnOfShortSecrets(reading, [...path, 'secret'], secret);
  if (secret.some(each => isBroken(each.reveal()))) reportBroken(reading, path);
  return {
    name: path.join('.'),
    url,
    secrets: secret,
    timeoutMs: timeout,
    proxy: proxy ?? proxyOf(url, env),
    ca,
  };
}

function reportInsecure({ report, source }: ConfigReading, path: readonly string[]): void {
  report(
    diagnostic('config/insecure-url', 'messages would be sent without encryption to this address', {
      hint: 'use https:, or say `allowHttp: true` if you mean it',
      place: source.placeOf([...path, 'url'], 'value'),
    }),
  );
}

/** Whether a secret says that it is Base64, and is not. */
function isBroken(secret: string): boolean {
  return secret.startsWith('whsec_') && !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret);
}

function reportBroken({ report, source }: ConfigReading, path: readonly string[]): void {
  report(
    diagnostic('yaml/wrong-type', 'what follows whsec_ must be Base64', {
      hint: 'make one with `openssl rand -base64 32`, and give the receiver the same',
      place: source.placeOf([...path, 'secret'], 'value'),
    }),
  );
}
