/** Returns the genderType that a word or a form of address means: `Frau`, `Herr Dr.`, `m`. */
export function genderMeant(text: string): string | undefined {
  const [first = ''] = text
    .trim()
    .toLowerCase()
    .split(/[\s.]+/);
  return Object.entries(words).find(([, all]) => all.split(' ').includes(first))?.[0];
}

const words: Readonly<Record<string, string>> = {
  FEMALE: 'female f w weiblich frau fr mrs ms miss woman fru femme madame mevrouw mw vrouw',
  MALE: 'male m männlich mann herr herrn hr mr man homme monsieur meneer dhr mijnheer',
  DIVERSE: 'diverse d divers nonbinary non-binary enby x mx',
  UNKNOWN: 'unknown u unbekannt',
  KID: 'kid kind child',
};
