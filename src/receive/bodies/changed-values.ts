/** A place in a payload: names of properties, and positions in lists. */
export type ChangedPlace = readonly (string | number)[];

/** A value that a correction changed; undefined if it is missing before or after. */
export interface ChangedValue {
  readonly place: ChangedPlace;
  /** As `events amend` accepts it; empty if the whole payload is a single value. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the values in which a corrected payload differs from the received one, in payload order. */
export function changedValues(
  before: unknown,
  after: unknown,
  at: ChangedPlace = [],
): readonly ChangedValue[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap(name => changedValues(own(before, name), own(after, name), [...at, name]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((each, index) => changedValues(each, after[index], [...at, index]));
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ place: at, path: plainPathText(at), before, after }];
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Formats a place in a payload for `events amend`: ``contact.`e-mail`[0]``. */
export function plainPathText(place: ChangedPlace): string {
  return place
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`;
      const name = plainName.test(step) ? step : `\`${step}\``;
      return at === 0 ? name : `.${name}`;
    })
    .join('');
}
