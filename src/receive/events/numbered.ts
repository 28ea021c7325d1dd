/**
 * Returns the objects at numeric keys, in order. Forms with gaps in their indexes (`events[5][name]`) and
 * languages without lists write lists this way. Texts and numbers at such keys are fields of one event.
 */
export function objectsAtNumbers(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  const isList = entries.every(
    ([key, each]) => /^\d{1,15}$/.test(key) && typeof each === 'object' && each !== null,
  );
  if (!isList || entries.length === 0) return undefined;
  return entries.sort(([one], [other]) => Number(one) - Number(other)).map(([, each]) => each as unknown);
}
