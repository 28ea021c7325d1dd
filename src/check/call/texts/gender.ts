import { yamlKey } from '../../../diagnostics/yaml/key.ts';
import { genderMeant } from '../../../mapping/convert/gender-meant.ts';
import { type Fault, quoted } from '../../fault.ts';

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
