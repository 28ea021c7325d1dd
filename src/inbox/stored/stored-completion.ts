import type { ChangeEntry, Completion } from '../outcome.ts';
import { isOptional, isRecord, isText, type Shape, shape } from './shape.ts';

const kept = shape<Completion>('the result of a call', [
  json => (isRecord(json) ? completionOf(json) : undefined),
]);

/**
 * The result of a completed call; its diagnostics are stored with the call. After an erasure only `result` is left,
 * perhaps null.
 */
export const storedCompletion: Shape<Completion> = {
  ...kept,
  write: ({ diagnostics: _, ...completion }) => kept.write(completion),
};

function completionOf({
  result,
  action,
  url,
  customerId,
  changes,
  furtherChanges,
}: Readonly<Record<string, unknown>>): Completion | undefined {
  if (![action, url, customerId].every(each => isOptional(each, isText))) return undefined;
  if (!isOptional(result ?? undefined, isText) || !isOptional(changes, isChanges)) return undefined;
  return {
    ...(isText(result) && { result }),
    ...(isText(action) && { action }),
    ...(isText(url) && { url }),
    ...(isText(customerId) && { customerId }),
    ...(isChanges(changes) && { changes }),
    ...(typeof furtherChanges === 'number' && { furtherChanges }),
  };
}

function isChanges(json: unknown): json is readonly ChangeEntry[] {
  return Array.isArray(json) && json.every(isChange);
}

function isChange(json: unknown): json is ChangeEntry {
  return (
    isRecord(json) && isText(json.name) && isTextOrNull(json.originalValue) && isTextOrNull(json.newValue)
  );
}

function isTextOrNull(json: unknown): boolean {
  return json === null || isText(json);
}
