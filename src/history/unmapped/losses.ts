import type { LossKind, Tallies } from './fell-through.ts';

/** The loss of a rule in the events of its mapping. It contains no values. */
export interface FellThrough {
  readonly mapping: string;
  /** A parameter, or `additionalFields.` and a keyName. */
  readonly rule: string;
  readonly kind: LossKind;
  /** The number of lost values; each element of a list counts. */
  readonly times: number;
  /** The number of events with a lost value. */
  readonly events: number;
  readonly of: number;
  /** The most frequent shapes of these values: 9 for a digit, a and A for letters. */
  readonly shapes: readonly { readonly shape: string; readonly times: number }[];
}

/** A rule that gave no value for any event. `of`: the number of events. */
export interface NeverGave {
  readonly mapping: string;
  readonly rule: string;
  readonly of: number;
}

/** The maximum number of shapes that are listed for a rule. */
const mostListed = 5;

/** Returns the losses of the rules, and the rules that never gave a value. */
export function lossesOf(tallies: Tallies): {
  readonly fellThrough: readonly FellThrough[];
  readonly neverGave: readonly NeverGave[];
} {
  const rules = [...tallies].flatMap(([mapping, byRule]) =>
    [...byRule].map(([rule, tally]) => ({ mapping, rule, tally })),
  );
  const fellThrough = rules.flatMap(({ mapping, rule, tally }) =>
    [...tally.losses].map(([kind, { times, events, shapes }]) => ({
      mapping,
      rule,
      kind,
      times,
      events,
      of: tally.events,
      shapes: [...shapes]
        .map(([shape, often]) => ({ shape, times: often }))
        .sort((one, other) => other.times - one.times)
        .slice(0, mostListed),
    })),
  );
  return {
    fellThrough: fellThrough.sort((one, other) => other.events - one.events),
    neverGave: rules
      .filter(({ tally }) => tally.gave === 0)
      .map(({ mapping, rule, tally }) => ({ mapping, rule, of: tally.events })),
  };
}
