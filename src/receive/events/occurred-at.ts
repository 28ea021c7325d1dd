import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import { pathBelow } from '../../expressions/paths/path-text.ts';
import type { AcceptedItem } from '../../inbox/event.ts';
import { readTime } from './read-time.ts';

/** 1973-03-03. Senders without a time write an earlier one, such as the year 1 or 1970. */
const earliest = 1e11;
/** The clock of a sender may be ahead by this much. */
const aheadMs = 10 * 60_000;
/** A local time of Europe without a zone, read as UTC, is ahead by up to three hours. */
const aheadInZoneMs = 3 * 60 * 60_000 + aheadMs;

/**
 * Sets the time at which an event happened, found by `occurredAt` of its source. A failure or a value that is
 * not a time is only a warning. A missing value, null and an empty text mean that the event has no time.
 */
export async function addOccurredAt(
  expression: Expression,
  item: AcceptedItem,
  scope: Scope,
): Promise<AcceptedItem> {
  let found: unknown;
  try {
    found = await expression.evaluate(scope);
  } catch (error) {
    if (!(error instanceof ExpressionFailed)) throw error;
    return noted(item, fault(`failed: ${error.message}`));
  }
  const text = typeof found === 'string' ? found.trim() : found;
  if (text === undefined || text === null || text === '') return item;
  const occurredAt =
    typeof text === 'string' || typeof text === 'number' ? readTime(String(text), 'any') : undefined;
  if (occurredAt === undefined)
    return noted(item, fault(`gave ${kindOf(text)} that is not a time`, readable));
  if (occurredAt < earliest)
    return noted(item, fault('gave a time before 1973, which cannot be that of an event'));
  if (!withoutZone.test(String(text))) return { ...item, occurredAt };
  return { ...item, occurredAt, occurredWithoutZone: pathOf(found, expression, scope.input) };
}

const withoutZone = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+)?$/;

/**
 * Removes a time after the receipt of the event: with it, the next events would count as older. A local time without a
 * zone may be ahead, since all times of its sender are ahead by as much.
 */
export function withoutFutureTime(item: AcceptedItem, receivedAt: number): AcceptedItem {
  const { occurredAt, occurredWithoutZone, ...rest } = item;
  if (occurredAt === undefined) return item;
  const ahead = occurredWithoutZone ? aheadInZoneMs : aheadMs;
  if (occurredAt <= receivedAt + ahead) return { ...rest, occurredAt };
  return noted(
    rest,
    fault(
      'gave a time after the event was received',
      occurredWithoutZone === undefined ? isOther : inUtc(occurredWithoutZone),
    ),
  );
}

const isOther = "is it the time of something else, such as an appointment? or is the sender's clock wrong?";

function inUtc(path: string): string {
  return `a time without a zone is read as UTC; if it is a local time, write its zone at the source: occurredAt: '$date(${path}, {"zone": "Europe/Berlin", "format": "yyyy-MM-dd HH:mm:ssZZ"})'`;
}

/** Returns the path of a value in an event; of a longer expression, that part which gave the value. */
function pathOf(found: unknown, { path, source }: Expression, input: unknown): string {
  if (path) return source;
  const paths = pathsTo(found, input).filter(each => each !== '' && source.includes(each));
  return paths.toSorted((one, other) => other.length - one.length)[0] ?? source;
}

function pathsTo(found: unknown, value: unknown, at = '', depth = 0): readonly string[] {
  if (value === found) return [at];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > deepest) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    pathsTo(found, child, pathBelow(at, key), depth + 1),
  );
}

const deepest = 8;

const readable =
  'readable are ISO 8601 and yyyy-MM-dd HH:mm:ss (without a zone they are UTC), RFC 2822, and the seconds, milliseconds or microseconds since 1970';

function fault(what: string, hint?: string): Diagnostic {
  return diagnostic('intake/occurred-at-failed', `\`occurredAt\` of the source ${what}`, { hint });
}

function noted(item: AcceptedItem, diagnostic: Diagnostic): AcceptedItem {
  return { ...item, diagnostics: [...item.diagnostics, diagnostic] };
}

/** Returns the kind of a value for a message, which must not contain the value itself. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a text' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
