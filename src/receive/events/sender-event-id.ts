import { hash } from 'node:crypto';
import type { Expression, Scope } from '../../expressions/expression.ts';

/** Longer ids are kept as their digest: an index of a database is made for short texts. */
const maxLength = 500;

/**
 * The sender's own id of an event: all its parts together, as a JSON list of texts. Nothing where any part is missing
 * or empty.
 * @throws ExpressionFailed where a part fails
 */
export async function findSenderEventId(
  parts: readonly Expression[],
  scope: Scope,
): Promise<string | undefined> {
  if (parts.length === 0) return undefined;
  const texts: string[] = [];
  for (const part of parts) {
    const text = partText(await part.evaluate(scope));
    if (text === undefined) return undefined;
    texts.push(text);
  }
  const id = JSON.stringify(texts);
  return id.length > maxLength ? `sha256:${hash('sha256', id, 'base64')}` : id;
}

function partText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') return String(value).trim() === '' ? undefined : String(value);
  return Object.keys(value).length === 0 ? undefined : JSON.stringify(value);
}
