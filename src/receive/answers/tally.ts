import type { Answers } from './answers.ts';
import { inside } from './inside.ts';
import { isMap } from './is-map.ts';
import { type Named, namedAnswers } from './named-answers.ts';

/**
 * Answers of Tally: by the key of the field and by its label, so that a hidden field has its own name. What Tally
 * gives as ids of options is their texts: one text where only one can be chosen. A file is its URL. A question that
 * was not answered is null.
 */
export function tallyAnswers(payload: unknown): Answers | undefined {
  const fields = inside(inside(payload, 'data'), 'fields');
  if (!Array.isArray(fields)) return undefined;
  const by = (name: string): Named[] =>
    fields.flatMap(field => {
      const text = inside(field, name);
      return typeof text === 'string' ? [[text, fieldValue(field)] as const] : [];
    });
  return namedAnswers(by('key'), by('label'));
}

function fieldValue(field: unknown): unknown {
  const value = inside(field, 'value') ?? null;
  const type = inside(field, 'type');
  if (type === 'MATRIX') return matrixValue(field, value);
  if (!Array.isArray(value)) return optionText(inside(field, 'options'), value);
  const texts = value.map(each => inside(each, 'url') ?? optionText(inside(field, 'options'), each));
  const isOfOne = type === 'MULTIPLE_CHOICE' || type === 'DROPDOWN';
  return isOfOne && texts.length === 1 ? texts[0] : texts;
}

/** The text of the option with this id; what is no id of an option stays as it is. */
function optionText(options: unknown, id: unknown): unknown {
  const option = Array.isArray(options) ? options.find(each => inside(each, 'id') === id) : undefined;
  return inside(option, 'text') ?? inside(option, 'name') ?? id;
}

/** The columns chosen in each row, by the text of the row. */
function matrixValue(field: unknown, value: unknown): unknown {
  const rows: Record<string, unknown> = Object.create(null);
  if (!isMap(value)) return value;
  for (const [row, columns] of Object.entries(value)) {
    const name = String(optionText(inside(field, 'rows'), row));
    const texts = [columns].flat().map(each => optionText(inside(field, 'columns'), each));
    rows[name] = texts.length === 1 ? texts[0] : texts;
  }
  return rows;
}
