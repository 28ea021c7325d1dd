import type { Answers } from './answers.ts';
import { inside } from './inside.ts';
import { isMap } from './is-map.ts';
import { type Named, namedAnswers } from './named-answers.ts';

/**
 * Answers of an Elementor form. With "advanced data": by the id of the field and by its label; several choices are a
 * list. Without: by the label alone, and several choices are one text.
 */
export function elementorAnswers(payload: unknown): Answers | undefined {
  if (!isMap(payload)) return undefined;
  const fields = inside(payload, 'fields');
  if (typeof fields !== 'object' || fields === null) return namedAnswers(Object.entries(payload), []);
  const keyed = Object.entries(fields).map(([id, field]): Named => [id, fieldValue(field)]);
  const labelled = Object.values(fields).flatMap(field => {
    const title = inside(field, 'title');
    return typeof title === 'string' && title !== '' ? [[title, fieldValue(field)] as const] : [];
  });
  return namedAnswers(keyed, labelled);
}

/** The raw value of several choices is their list; of everything else, the value is as people read it. */
function fieldValue(field: unknown): unknown {
  const raw = inside(field, 'raw_value');
  return Array.isArray(raw) ? raw : (inside(field, 'value') ?? raw ?? null);
}
