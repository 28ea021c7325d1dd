import type { SourceConfig } from '../../../config/config.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import { payloadPaths } from '../../starter/payload-paths.ts';
import { type Trial, trialScope, tryOn } from '../trial.ts';

/** An event without its time may be of another kind, so one event proves nothing; a whole webhook in a file does. */
const leastStored = 2;
const mostEvaluated = 50;

/**
 * Warns if `occurredAt` of a source, as written in the config, gives nothing for any stored event and for any webhook in
 * a sample file: then no event has a time. Payloads that are written in a test may be shortened, so they do not count.
 */
export async function checkOccurredAt(
  { name, occurredAt, occurredAtPlace: place }: Pick<SourceConfig, 'name' | 'occurredAt' | 'occurredAtPlace'>,
  trials: readonly Trial[],
): Promise<readonly Diagnostic[]> {
  if (!occurredAt || !place || occurredAt.isConstant) return [];
  const whole = trials
    .filter(({ test }) => test === undefined || test.file !== undefined)
    .slice(0, mostEvaluated);
  const stored = whole.filter(({ test }) => test === undefined).length;
  if (whole.length === 0 || (stored === whole.length && stored < leastStored)) return [];
  for (const trial of whole) {
    const result = await tryOn(occurredAt, trialScope(trial, { needsBody: true }));
    // A failure is a warning at each event.
    if ('failed' in result || !isNothing(result.value)) return [];
  }
  const tried = whole.length === 1 ? 'the event' : `any of the ${whole.length} events`;
  const message = `occurredAt of ${shown(name)} is ${occurredAt.source.trim()}, which gives nothing for ${tried} in the samples and the store: no event has a time, so older values may replace newer ones`;
  const times = timesIn(whole);
  const hint =
    times.length > 0
      ? `name a path with the time of the event; those with a time are ${times.join(', ')}`
      : 'name a path with the time of the event, or remove occurredAt if its webhooks have none';
  return [diagnostic('config/no-event-time', message, { hint, place })];
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A day alone may be a birthday or an appointment. */
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const mostPaths = 3;

/** Returns paths of these events with a moment: at most three. */
export function timesIn(trials: readonly Trial[]): readonly string[] {
  const contents = trials.map(({ input: { payload } }) => ({ payload, answers: undefined }));
  return payloadPaths(contents)
    .filter(({ value }) => typeof value === 'string' && moment.test(value))
    .slice(0, mostPaths)
    .map(({ expression }) => expression);
}
