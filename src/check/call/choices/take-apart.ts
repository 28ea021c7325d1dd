import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';

/** Choices by their first letter, the longest first. `letters`: NFC, trimmed and not empty. */
export interface Choices {
  readonly byFirst: ReadonlyMap<string, readonly { readonly letters: string; readonly choice: string }[]>;
}

/** The result of splitting a text. */
export interface TakenApart {
  readonly choices: readonly string[];
  /** True if the text can also be split into other choices. */
  readonly isAmbiguous: boolean;
}

/**
 * Splits a composed text into choices with separators and spaces between them; undefined if that is
 * impossible. Of several ways the one with the longest choices counts. The time grows with the length of the
 * text and not with the number of ways: from the end, it counts the ways from each possible start of a
 * choice.
 */
export function takeApart(
  text: string,
  { byFirst }: Choices,
  signs: readonly string[],
): TakenApart | undefined {
  const places = placesIn(text, signs);
  const ways = new Uint8Array(text.length + 1);
  const steps: Step[] = [];
  ways[text.length] = 1;
  for (let start = text.length - 1; start >= 0; start -= 1) {
    if (places.isStart[start] !== 1) continue;
    for (const step of stepsFrom(start, text, { places, choices: byFirst.get(text.charAt(start)) ?? [] })) {
      const further = ways[step.next] ?? 0;
      if (further > 0) steps[start] ??= step;
      // Two ways are enough to be ambiguous.
      ways[start] = Math.min(2, (ways[start] ?? 0) + further);
    }
  }
  const first = places.behindSigns[0] ?? 0;
  const choices: string[] = [];
  for (let step = steps[first]; step; step = steps[step.next]) choices.push(step.choice);
  return choices.length === 0 ? undefined : { choices, isAmbiguous: ways[first] === 2 };
}

/** A choice in a text, and the possible start of the next one. */
interface Step {
  readonly choice: string;
  readonly next: number;
}

function stepsFrom(
  start: number,
  text: string,
  { places, choices }: { places: Places; choices: NonNullable<ReturnType<Choices['byFirst']['get']>> },
): readonly Step[] {
  return choices.flatMap(({ letters, choice }) => {
    const end = start + letters.length;
    if (!text.startsWith(letters, start) || places.isEnd[end] !== 1) return [];
    return [{ choice, next: places.behindSigns[end] ?? text.length }];
  });
}

/** Returns the texts between the separators of a text. */
export function textsBetween(text: string, signs: readonly string[]): readonly string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const length = signAt(text, at, signs);
    if (length > 0) {
      found.push(text.slice(from, at));
      from = at + length;
    }
    at += Math.max(1, length);
  }
  return [...found, text.slice(from)];
}

/** Arrays indexed by offsets in a text. */
interface Places {
  /** The end of the separators and spaces that begin at an offset. */
  readonly behindSigns: Uint32Array;
  /** 1 at a possible start of a choice: at the first letter, and after each separator. */
  readonly isStart: Uint8Array;
  /** 1 at a possible end of a choice: before a separator or the end of the text, with or without spaces between. */
  readonly isEnd: Uint8Array;
}

function placesIn(text: string, signs: readonly string[]): Places {
  const { length } = text;
  const behindSigns = new Uint32Array(length + 1);
  const isStart = new Uint8Array(length + 1);
  const isEnd = new Uint8Array(length + 1);
  behindSigns[length] = length;
  isEnd[length] = 1;
  for (let at = length - 1; at >= 0; at -= 1) {
    const sign = signAt(text, at, signs);
    const skipped = sign > 0 ? sign : isBlank(text.charAt(at)) ? 1 : 0;
    behindSigns[at] = skipped > 0 ? (behindSigns[at + skipped] ?? length) : at;
    if (sign > 0) isStart[behindSigns[at] ?? length] = 1;
    isEnd[at] = sign > 0 || (skipped > 0 && isEnd[at + 1] === 1) ? 1 : 0;
  }
  isStart[behindSigns[0] ?? 0] = 1;
  return { behindSigns, isStart, isEnd };
}

/** Returns the length of the separator at an offset; 0 without one. */
function signAt(text: string, at: number, signs: readonly string[]): number {
  return signs.find(sign => text.startsWith(sign, at))?.length ?? 0;
}

/** Variation selectors are invisible too, but without one an emoji is another character. */
function isBlank(character: string): boolean {
  return withoutBlankEnds(character) === '' && !/\p{VS}/u.test(character);
}
