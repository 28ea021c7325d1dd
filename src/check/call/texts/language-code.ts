/** Matches a language code, optionally with script and country: `de`, `de-AT`, `zh-Hans`. */
const code = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/;

/** True if a text is the code of an existing language. */
export function isLanguageCode(text: string): boolean {
  return code.test(text) && nameIn('en', text.replaceAll('_', '-')) !== undefined;
}

/** Returns the code for the name of a language, in that language or in one of the API (API document 4.3). */
export function languageCodeOf(name: string): string | undefined {
  codes ??= codesByName();
  return codes.get(name.trim().toLowerCase());
}

const languages = ['en', 'de', 'nl', 'fr'];
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
let codes: ReadonlyMap<string, string> | undefined;

function codesByName(): ReadonlyMap<string, string> {
  const twoLetters = letters.flatMap(one => letters.map(other => one + other));
  const known = twoLetters.filter(each => nameIn('en', each) !== undefined);
  return new Map(
    known.flatMap(each =>
      [...languages, each].flatMap((language): [string, string][] => {
        const name = nameIn(language, each);
        return name === undefined ? [] : [[name.toLowerCase(), each]];
      }),
    ),
  );
}

function nameIn(language: string, text: string): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(text);
  } catch {
    // Letters that no code can contain, such as a country of four letters.
    return undefined;
  }
}
