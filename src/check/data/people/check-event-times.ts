import type { SourceConfig } from '../../../config/config.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { momentsOfChange } from '../../days/moment-of-change.ts';
import type { Trial } from '../trial.ts';

/**
 * Reports a mapping of updates whose events say when the customer was changed, if the source does not use that time:
 * then an older change that arrives late replaces newer values, and nothing shows it.
 */
export function checkEventTimes(
  mapping: Mapping,
  { name, occurredAt }: Pick<SourceConfig, 'name' | 'occurredAt'>,
  trials: readonly Trial[],
): readonly Diagnostic[] {
  if (occurredAt || mapping.ignoreOlder || mapping.operation !== 'updateCustomer') return [];
  const read = readPaths(mapping);
  const found = new Map<string, number>();
  let used = 0;
  for (const { input } of trials) {
    if (![...read.person, ...read.values].some(path => hasValue(input.payload, path))) continue;
    used += 1;
    for (const { expression, above } of momentsOfChange(input.payload)) {
      if (isOfRead(above, read)) found.set(expression, (found.get(expression) ?? 0) + 1);
    }
  }
  // A time that few events have would leave the others without one.
  const path = [...found].find(([, count]) => count * 2 > used)?.[0];
  if (path === undefined) return [];
  const message = `${path} is the time of the change, and the source ${name} does not use it: an older change that arrives late would replace newer values`;
  const hint = `add occurredAt: ${path} to the source in the config; if each event has all values that the mapping sets, also write ignoreOlder: true in the mapping, which skips such an event`;
  return [diagnostic('mapping/unused-event-time', message, { hint, place: mapping.places?.source })];
}

interface ReadPaths {
  /** The paths that identify the customer. */
  readonly person: readonly (readonly string[])[];
  readonly values: readonly (readonly string[])[];
}

function readPaths(mapping: Mapping): ReadPaths {
  const uses = expressionUses(mapping).filter(({ path }) => path !== 'when' && path !== 'destination');
  const paths = uses.flatMap(({ expression, path }) =>
    pathsRead(expression).map(steps => ({ steps, isOfPerson: path === 'link' || path === 'id' })),
  );
  const inPayload = paths.filter(({ steps: [root = ''] }) => !root.startsWith('$'));
  return {
    person: inPayload.flatMap(({ steps, isOfPerson }) => (isOfPerson ? [steps] : [])),
    values: inPayload.flatMap(({ steps, isOfPerson }) => (isOfPerson ? [] : [steps])),
  };
}

/** True if a time is beside or above the id of the customer, or beside or above most of the values. */
function isOfRead(above: readonly string[], { person, values }: ReadPaths): boolean {
  const holds = (path: readonly string[]) => above.every((key, at) => path[at] === key);
  return person.some(holds) || values.filter(holds).length * 2 > values.length;
}

function hasValue(payload: unknown, path: readonly string[]): boolean {
  const value = path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Readonly<Record<string, unknown>>)[key]
        : undefined,
    payload,
  );
  return value !== undefined && value !== null && value !== '';
}
