import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Expression } from '../../expressions/expression.ts';
import type { Mapping } from '../mapping.ts';
import { mappingUses } from './variables.ts';

/** Headers that are assumed for an event, and a note about them. */
export interface AssumedHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns headers for a payload without known headers: those of the mapping's first test that expects a call.
 * Some senders name the event only in a header, and without it the mapping would not apply. Empty if nothing
 * reads headers, or no test has any.
 */
export function assumedHeaders(mapping: Mapping, eventType: Expression | undefined): AssumedHeaders {
  const isRead = eventType?.variables.has('headers') || mappingUses(mapping, 'headers');
  const { tests } = mapping;
  if (!isRead) return { headers: {}, diagnostics: [] };
  const given = tests.filter(test => namesOf(test.headers).length > 0);
  const test = given.find(({ expect }) => expect.length > 0) ?? given[0];
  if (!test) return { headers: {}, diagnostics: [] };
  const names = namesOf(test.headers);
  const headers = Object.fromEntries(names.map(name => [name.toLowerCase(), test.headers[name] ?? '']));
  const note = `no headers were given, so ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} taken from the test "${test.name}"`;
  const hint = 'give the headers that the webhook came with to see what becomes of it';
  return { headers, diagnostics: [diagnostic('mapping/assumed-headers', note, { hint })] };
}

/** The content type is left out, because the payload already determines it. */
function namesOf(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(headers).filter(name => name.toLowerCase() !== 'content-type');
}
