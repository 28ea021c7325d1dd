import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Added } from '../event.ts';

/** The codes for a webhook whose events could not be found. */
const notFound: readonly string[] = [
  'intake/split-failed',
  'intake/event-id-failed',
  'intake/json-field-failed',
];

/** True if the events of a webhook could not be found on receipt, and it has not been planned unsplit since. */
export function isUnsplit(calls: number, intake: readonly Diagnostic[]): boolean {
  return calls === 0 && intake.some(isFailure);
}

/** A missing JSON field is an error only where the body is kept whole because of it. */
function isFailure({ code, severity }: Diagnostic): boolean {
  return severity === 'error' && notFound.includes(code);
}

/** Returns the diagnostics of an intake that remain when its events are searched again. */
export function beforeSplit(intake: readonly Diagnostic[]): readonly Diagnostic[] {
  return intake.filter(each => !isFailure(each));
}

/** The number of events that a sentence names. */
const mostNamed = 10;

/** Describes the result of splitting a webhook again. */
export function splitAgainNotice(added: readonly Added[]): Diagnostic {
  const fresh = named(added, 'queued');
  const known = named(added, 'duplicate');
  const found = [
    ...(fresh === undefined ? [] : [`it became ${fresh}`]),
    ...(known === undefined ? [] : [`${known} had come before`]),
  ];
  const message = found.length === 0 ? 'it holds no event' : found.join('; ');
  return diagnostic('intake/taken-apart', `the webhook was taken apart: ${message}`);
}

function named(added: readonly Added[], status: Added['status']): string | undefined {
  const ids = [...new Set(added.filter(each => each.status === status).map(each => each.id))];
  if (ids.length === 0) return undefined;
  const more = ids.length > mostNamed ? `, and ${ids.length - mostNamed} more` : '';
  return `${ids.length === 1 ? 'the event' : `${ids.length} events:`} ${ids.slice(0, mostNamed).join(', ')}${more}`;
}
