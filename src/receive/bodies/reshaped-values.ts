import { type ChangedPlace, changedValues, plainPathText } from './changed-values.ts';

/** The shape of a value in a payload. */
export type ValueShape = 'object' | 'list' | 'value';

/** An object or a list that a correction replaces by a value, or the reverse: its path may be too short. */
export interface ReshapedValue {
  readonly path: string;
  readonly was: ValueShape;
  readonly becomes: ValueShape;
  /** The paths of the values that are removed. */
  readonly removes: readonly string[];
}

/** Returns the places where a corrected payload has a value of another shape than before. */
export function reshapedValues(before: unknown, after: unknown): readonly ReshapedValue[] {
  return changedValues(before, after).flatMap(({ place, path, before: old, after: now }) => {
    const [was, becomes] = [shapeOf(old), shapeOf(now)];
    if (was === undefined || becomes === undefined || was === becomes) return [];
    const removes = was === 'value' ? [] : writtenPathsIn(old, place);
    return was !== 'value' && removes.length === 0 ? [] : [{ path, was, becomes, removes }];
  });
}

/** Returns undefined for no value: nothing is lost if it is replaced. */
function shapeOf(value: unknown): ValueShape | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'object' : 'value';
}

/** Returns the paths of all values, as `events amend` accepts them. */
export function writtenPathsIn(value: unknown, place: ChangedPlace = []): readonly string[] {
  if (typeof value !== 'object' || value === null) return place.length === 0 ? [] : [plainPathText(place)];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, each]) =>
    writtenPathsIn(each, [...place, isList ? Number(name) : name]),
  );
}
