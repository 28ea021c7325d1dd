import type { SourceConfig } from '../../config/config.ts';
import { nameOfEventId, sharedByPerson, sharedEventId } from '../../config/sources/shared-event-id.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Trial, trialScope } from './trial.ts';

/**
 * Warns if the event id of a source is the e-mail address of a person, as a sample or a stored event shows: a
 * second webhook about the person would count as a duplicate. The check of the config reports telling names.
 */
export function checkEventId(
  { eventId, eventIdPlace }: Pick<SourceConfig, 'eventId' | 'eventIdPlace'>,
  trials: readonly Trial[],
): readonly Diagnostic[] {
  if (!eventId || !eventIdPlace || sharedEventId(eventId)) return [];
  const name = nameOfEventId(eventId);
  const [expression] = eventId;
  if (name === undefined || !expression?.evaluateDirectly) return [];
  const values = trials.map(trial => expression.evaluateDirectly?.(trialScope(trial, { needsBody: true })));
  if (!values.some(value => typeof value === 'string' && address.test(value.trim()))) return [];
  const { message, hint } = sharedByPerson(name);
  return [diagnostic('config/shared-event-id', message, { hint, place: eventIdPlace })];
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
