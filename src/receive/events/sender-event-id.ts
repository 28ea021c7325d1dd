import { hash } from 'node:crypto';
import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { placeholderIn } from '../../diagnostics/placeholder.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';

/** Longer ids are kept as their digest: an index of a database is made for short texts. */
const maxLength = 500;

/**
 * The sender's own id of an event: all its parts together, as a JSON list of texts. Nothing where any part is missing
 * or empty, is a placeholder that was never filled, or is one of the words that the sender writes for nothing (`empty`);
 * and where all parts are words for nothing, as one of several may be.
 * @throws ExpressionFailed where a part fails
 */
export async function findSenderEventId(
  parts: readonly Expression[],
  scope: Scope,
  empty?: ReadonlySet<string>,
): Promise<string | undefined> {
  if (parts.length === 0) return undefined;
  const texts: string[] = [];
  let says = false;
  for (const part of parts) {
    const text = partText(await part.evaluate(scope));
    if (text === undefined || isEmpty(text, empty)) return undefined;
    const placeholder = placeholderIn(withoutBlankEnds(text));
    if (placeholder === 'unfilled' || placeholder === 'failed') return undefined;
    says ||= placeholder === undefined;
    texts.push(text);
  }
  // It would be the id of many events, and all but the first would pass for repetitions of it.
  if (!says) return undefined;
  const id = JSON.stringify(texts);
  return id.length > maxLength ? `sha256:${hash('sha256', id, 'base64')}` : id;
}

function partText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') return String(value);
  return Object.keys(value).length === 0 ? undefined : JSON.stringify(value);
}

function isEmpty(text: string, empty: ReadonlySet<string> | undefined): boolean {
  const visible = withoutBlankEnds(text);
  return visible === '' || empty?.has(composedText(visible)) === true;
}
