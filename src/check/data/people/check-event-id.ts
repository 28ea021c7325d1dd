import type { SourceConfig } from '../../../config/config.ts';
import { nameOfEventId, sharedByPerson, sharedEventId } from '../../../config/sources/shared-event-id.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { mostTried, type Trial, trialScope } from '../trial.ts';

/**
 * Warns if the event id of a source is the e-mail address of a person, as a sample or a stored event shows, or is the
 * same in stored events with different contents: a second webhook would count as a duplicate. The check of the config
 * reports telling names.
 */
export function checkEventId(
  { eventId, eventIdPlace }: Pick<SourceConfig, 'eventId' | 'eventIdPlace'>,
  trials: readonly Trial[],
): readonly Diagnostic[] {
  if (!eventId || !eventIdPlace || sharedEventId(eventId)) return [];
  const name = nameOfEventId(eventId);
  const [expression] = eventId;
  const values = trials.map(trial => expression?.evaluateDirectly?.(trialScope(trial, { needsBody: true })));
  if (name !== undefined && values.some(value => typeof value === 'string' && address.test(value.trim()))) {
    const { message, hint } = sharedByPerson(name);
    return [diagnostic('config/shared-event-id', message, { hint, place: eventIdPlace })];
  }
  const count = sharedByEvents(eventId, trials);
  if (count < 2) return [];
  const written = eventId.map(({ source }) => source.trim()).join(' and ');
  const message = `eventId is ${written}, and ${count} stored events with different contents have the same: all but the first would count as duplicates, and would not be delivered`;
  const hint =
    'name the id of one submission or delivery; if the sender has none, remove eventId, or add a part that changes, such as a time';
  return [diagnostic('config/shared-event-id', message, { hint, place: eventIdPlace })];
}

/** Returns the largest number of stored events that have one id although their contents differ. */
function sharedByEvents(eventId: readonly Expression[], trials: readonly Trial[]): number {
  const stored = trials.filter(({ test }) => test === undefined).slice(0, mostTried);
  const contents = Map.groupBy(stored, trial => {
    const scope = trialScope(trial, { needsBody: true });
    return JSON.stringify(eventId.map(each => each.literal?.value ?? each.evaluateDirectly?.(scope) ?? null));
  });
  const counts = [...contents].map(([id, all]) =>
    /^\[(?:null,?)+\]$/.test(id) ? 0 : new Set(all.map(({ input }) => JSON.stringify(input.payload))).size,
  );
  return Math.max(0, ...counts);
}

/** Returns the warnings about the event id of a source for one event, also by the name of the id. */
export function doubtfulEventId(
  source: Pick<SourceConfig, 'eventId' | 'eventIdPlace'>,
  trial: Trial,
): readonly Diagnostic[] {
  const { eventId, eventIdPlace } = source;
  const shared = eventId && eventIdPlace && sharedEventId(eventId);
  if (!shared) return checkEventId(source, [trial]);
  const { message, hint } = shared;
  return [diagnostic('config/shared-event-id', message, { hint, place: eventIdPlace })];
}

/** A message id has `<` and `>` around it, or begins with a number. */
const address = /^\p{L}[^\s@<>]{0,100}@[^\s@<>]{3,200}$/u;
