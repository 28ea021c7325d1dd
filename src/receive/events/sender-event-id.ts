import { hash } from 'node:crypto';
import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { placeholderIn } from '../../diagnostics/placeholder.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';

/** Longer ids are stored as a digest, because a database index needs short texts. */
const maxLength = 500;

/**
 * Returns the sender's own id of an event: all its parts, as a JSON list of texts. Undefined if any part is
 * missing or empty, or has no meaning: a placeholder, a UUID of only zeros, one of the sender's texts for an
 * empty value (`empty`), or only `false`.
 * @throws ExpressionFailed if a part fails
 */
export async function findSenderEventId(
  parts: readonly Expression[],
  scope: Scope,
  empty?: ReadonlySet<string>,
): Promise<string | undefined> {
  if (parts.length === 0) return undefined;
  const texts: string[] = [];
  for (const part of parts) {
    const value = await part.evaluate(scope);
    const text = partText(value);
    // Otherwise many events would have the same id, and all but the first would count as duplicates.
    if (text === undefined || (typeof value !== 'object' && isNothing(text, empty))) return undefined;
    if (value === false && parts.length === 1) return undefined;
    texts.push(text);
  }
  const id = JSON.stringify(texts);
  return id.length > maxLength ? `sha256:${hash('sha256', id, 'base64')}` : id;
}

function partText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') return String(value);
  return Object.keys(value).length === 0 ? undefined : JSON.stringify(value);
}

function isNothing(text: string, empty: ReadonlySet<string> | undefined): boolean {
  const visible = withoutBlankEnds(text);
  if (/^\{?0{8}-(?:0{4}-){3}0{12}\}?$|^0{32}$/.test(visible)) return true;
  return visible === '' || placeholderIn(visible) !== undefined || empty?.has(composedText(visible)) === true;
}
