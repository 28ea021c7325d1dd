/** The known values of each key of the filter. A key without known values accepts any text. */
export type KnownValues = Readonly<
  Record<string, readonly { readonly value: string; readonly about?: string }[]>
>;

/** A suggestion for the field. */
export interface FilterCompletion {
  /** The whole text of the field after the completion. */
  readonly text: string;
  /** The text that it adds. */
  readonly shown: string;
  readonly about?: string | undefined;
  /** True for a key with its value: the filter can then be used. */
  readonly isWhole: boolean;
}

const mostShown = 8;

/** Returns the suggestions for the last word of the field. */
export function suggestionsFor(typed: string, known: KnownValues): readonly FilterCompletion[] {
  const at = typed.lastIndexOf(' ') + 1;
  const before = typed.slice(0, at);
  const word = typed.slice(at);
  if (word === '') return [];
  const [key, start] = splitWord(word);
  const values = key === undefined ? undefined : known[key];
  if (key !== undefined && values) {
    return values
      .filter(each => isIn(start, each))
      .slice(0, mostShown)
      .map(({ value, about }) => whole(before, key, value, about));
  }
  const wanted = word.toLowerCase();
  const keys = Object.keys(known)
    .filter(each => each.startsWith(wanted))
    .map(each => ({ text: `${before}${each}:`, shown: `${each}:`, isWhole: false }));
  const found =
    wanted.length < 2
      ? []
      : Object.entries(known).flatMap(([name, all]) =>
          all.filter(each => isIn(word, each)).map(({ value, about }) => whole(before, name, value, about)),
        );
  return [...keys, ...found].slice(0, mostShown);
}

/** Returns the keys and values in the field, and the remaining text, which is searched for. */
export function readFilter(
  typed: string,
  known: KnownValues,
): Record<string, string> & { readonly q: string } {
  const filter: Record<string, string> = {};
  const rest: string[] = [];
  for (const word of typed.split(/\s+/).filter(Boolean)) {
    const [key, value] = splitWord(word);
    if (key !== undefined && Object.hasOwn(known, key) && value !== '') filter[key] = unquoted(value);
    else rest.push(word);
  }
  return { ...filter, q: rest.join(' ') };
}

function whole(before: string, key: string, value: string, about: string | undefined): FilterCompletion {
  const shown = `${key}:${quoted(value)}`;
  return { text: before + shown, shown, about, isWhole: true };
}

function splitWord(word: string): readonly [string | undefined, string] {
  const at = word.indexOf(':');
  return at === -1 ? [undefined, word] : [word.slice(0, at), word.slice(at + 1)];
}

function isIn(
  start: string,
  { value, about = '' }: { readonly value: string; readonly about?: string },
): boolean {
  const wanted = start.toLowerCase();
  return value.toLowerCase().includes(wanted) || about.toLowerCase().includes(wanted);
}

/** A value ends at a space, so its own spaces become no-break spaces. */
function quoted(value: string): string {
  return value.replaceAll(' ', '\u00a0');
}

function unquoted(value: string): string {
  return value.replaceAll('\u00a0', ' ');
}
