import type * as z from 'zod';
import { diagnostic } from '../diagnostics/diagnostic.ts';
import type { ReceiverConfig } from './config.ts';
import { findInsecureUrl } from './insecure-url.ts';
import type { Environment } from './interpolate.ts';
import { proxyOf } from './proxy.ts';
import type { ConfigReading } from './reading.ts';
import type { receiverSchema } from './schema/receiver-schema.ts';
import { warnOfShortSecrets } from './secrets/check-secrets.ts';

/** Reads a receiver with its name; `path` is its place. `reading` reports its faults. */
export function loadReceiver(
  reading: ConfigReading,
  path: readonly string[],
  entry: z.output<ReturnType<typeof receiverSchema>>,
  env: Environment,
): ReceiverConfig {
  const { url, secret, timeout, proxy, ca } = entry;
  const insecure = findInsecureUrl(
    reading,
    path,
    'url',
    'messages would be sent without encryption to this address',
  );
  if (insecure) reading.report(insecure);
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

/** True if a secret is marked as Base64 and is not. */
function isBroken(secret: string): boolean {
  return secret.startsWith('whsec_') && !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret);
}

function reportBroken({ report, source }: ConfigReading, path: readonly string[]): void {
  report(
    diagnostic('yaml/wrong-type', 'the part after whsec_ must be Base64', {
      hint: 'make one with `openssl rand -base64 32`, and give the receiver the same',
      place: source.placeOf([...path, 'secret'], 'value'),
    }),
  );
}
