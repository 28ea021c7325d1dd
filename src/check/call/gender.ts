import { yamlKey } from '../../diagnostics/yaml/key.ts';
import { type Fault, quoted } from '../fault.ts';

const genderTypes = ['MALE', 'FEMALE', 'DIVERSE', 'UNKNOWN', 'KID'];

/** Returns the fault of a genderType that the API does not have (API document 2.2, 4.1). */
export function genderFault(text: string): Fault | undefined {
  if (genderTypes.includes(text)) return undefined;
  const meant = genderMeant(text);
  const table = meant === undefined ? '' : `, as in values: {${yamlKey(text)}: ${meant}}`;
  return {
    code: 'check/not-a-choice',
    message: `${quoted(text)} is not a genderType: ${genderTypes.join(', ')}`,
    hint: `give the rule a look-up table${table || ' (values)'}`,
  };
}

/** Does the same for a literal of the rule, with a correction at its place. */
export function genderLiteralFault(text: string): Fault | undefined {
  const fault = genderFault(text);
  const meant = genderMeant(text);
  return fault && { ...fault, hint: meant === undefined ? 'write one of these' : `write ${meant}` };
}

function genderMeant(text: string): string | undefined {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  return Object.entries(genderWords).find(([, words]) => words.split(' ').includes(word))?.[0];
}

/** Words and forms of address in forms. */
const genderWords: Readonly<Record<string, string>> = {
  FEMALE: 'female f w weiblich frau mrs ms miss woman fru femme madame mevrouw vrouw',
  MALE: 'male m männlich mann herr mr man homme monsieur meneer mijnheer',
  DIVERSE: 'diverse d divers nonbinary non-binary enby x',
  UNKNOWN: 'unknown u unbekannt',
  KID: 'kid kind child',
};
