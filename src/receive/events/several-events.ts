import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';

/** Returns the elements of a list of more than one object; undefined for any other value. */
export function severalObjects(value: unknown): readonly object[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const isObject = (each: unknown) => typeof each === 'object' && each !== null && !Array.isArray(each);
  return value.every(isObject) ? value : undefined;
}

/** The advice to make each element of a body an event. */
export function splitAdvice(count: number): string {
  return `the webhook carries ${count} events: write \`split: $\` at the source in the config, which makes an event of each`;
}

/**
 * Returns a warning if a body is a list of several objects but its source has no `split`. It becomes one
 * event, and a path of a mapping reads the values of all objects.
 */
export function severalEvents(body: unknown): readonly Diagnostic[] {
  const objects = severalObjects(body);
  if (!objects) return [];
  return [
    diagnostic(
      'intake/several-events',
      `the body is a list of ${objects.length} objects and became one event, so rules may mix their values`,
      { hint: splitAdvice(objects.length) },
    ),
  ];
}
