import { type Draw, inventWord } from './invent-text.ts';

/** Invents words. The same word always gets the same invention. */
export interface Pseudonyms {
  /** Replaces every word of a text, in its case, optionally by first or last names. Everything else stays. */
  readonly all: (text: string, from?: 'first' | 'last') => string;
  /** Replaces a person's whole name; its last word is the family name. */
  readonly fullName: (text: string) => string;
  /** Returns an unused email address. */
  readonly email: () => string;
  /** Calls `make` until the result is neither the original nor a forbidden value. */
  readonly fresh: (text: string, make: () => string) => string;
}

const firstNames = ['Mika', 'Noa', 'Toni', 'Sascha', 'Jona', 'Elia', 'Luca', 'Charlie', 'Nele', 'Kaya'];
const lastNames = 'Birkenfeld Sandberg Talmann Quellbach Lindhof Steinweg Wiesner Ahornweg Felsing Moorkamp';

const word = /[\p{L}\p{M}]+|\p{N}+/gu;
/** The maximum number of attempts to invent a value that differs from all originals. */
const tries = 100;

/** Makes the pseudonyms of one capture. They never contain one of the `originals` or one of their words. */
export function createPseudonyms(originals: Iterable<string>, draw: Draw): Pseudonyms {
  const taken = new Set([...originals].flatMap(text => [text, ...wordsIn(text)]).map(lower));
  const words = new Map<string, string>();
  const names = { first: [...firstNames], last: lastNames.split(' ') };

  function fresh(text: string, make: () => string): string {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const made = make();
      const isShort = [...text].length < 3;
      if (lower(made) !== lower(text) && (isShort || !taken.has(lower(made)))) return made;
    }
    return text.replace(/[^\s]/g, 'x');
  }

  /** Returns an unused name; undefined if all are used. */
  function nextName(from: 'first' | 'last'): string | undefined {
    const name = names[from].find(each => !taken.has(lower(each)));
    names[from] = names[from].filter(each => each !== name);
    return name;
  }

  function oneWord(text: string, from?: 'first' | 'last'): string {
    const known = words.get(lower(text));
    if (known !== undefined) return inCase(known, text);
    const name = from && !/\p{N}/u.test(text) ? nextName(from) : undefined;
    const made = name ?? fresh(text, () => inventWord(text, draw));
    words.set(lower(text), made);
    return inCase(made, text);
  }

  return {
    all: (text, from) => text.replace(word, each => oneWord(each, from)),
    fullName(text) {
      const last = wordsIn(text).length;
      let at = 0;
      return text.replace(word, each => {
        at += 1;
        return oneWord(each, at === last && last > 1 ? 'last' : 'first');
      });
    },
    email() {
      const made = [nextName('first'), nextName('last')].map(name => name ?? inventWord('Abcdefg', draw));
      return `${made.join('.').toLowerCase()}@example.com`;
    },
    fresh,
  };
}

function wordsIn(text: string): readonly string[] {
  return text.match(word) ?? [];
}

/** Writes a text in the case of its original: upper or lower case. */
function inCase(made: string, text: string): string {
  if (text.length > 1 && text === text.toUpperCase()) return made.toUpperCase();
  if (text === text.toLowerCase()) return made.toLowerCase();
  return made.slice(0, 1).toUpperCase() + made.slice(1);
}

function lower(text: string): string {
  return text.toLowerCase();
}
