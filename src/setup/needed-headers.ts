import type { SourceConfig } from '../config/config.ts';
import { guessContentType } from '../receive/bodies/guess-content-type.ts';
import { namesCredential } from '../receive/redaction/credentials.ts';

/** Returns the headers that identify the kind of the webhook; the others belong to the transport. */
export function neededHeaders(
  source: SourceConfig,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): Readonly<Record<string, string>> {
  const { split, eventId = [], eventType, occurredAt, envelope } = source;
  const expressions = [split, ...eventId, eventType, occurredAt].map(each => each?.source ?? '').join(' ');
  const guessed = guessContentType(body).split(';')[0];
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => {
      if (name === 'content-type') return value.split(';')[0]?.trim() !== guessed;
      if (namesCredential(['$headers', name], source.verify)) return false;
      return expressions.includes(name) || (envelope === 'cloudevents' && name.startsWith('ce-'));
    }),
  );
}
