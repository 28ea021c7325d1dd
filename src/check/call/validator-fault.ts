import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { grouped } from '../../expressions/meter.ts';
import { type Fault, fieldTitle, quoted } from '../fault.ts';
import { readValidator } from './validator.ts';

/** Returns the fault if the field's validator does not match the value. It ignores unreadable validators. */
export function validatorFault(field: FieldConfiguration, text: string): Fault | undefined {
  if (field.validatorRegexp === null) return undefined;
  const validator = readValidator(field.validatorRegexp);
  if ('problem' in validator || validator.accepts(text)) return undefined;
  if (text.length > validator.longest) {
    return {
      code: 'check/validator',
      message: `a text of ${grouped(text.length)} characters is too long for the validator of ${fieldTitle(field)}, which is applied to at most ${grouped(validator.longest)}: ${field.validatorRegexp}`,
      hint: 'send less, or set validators: warn at the destination, so that such a value is sent with a warning',
    };
  }
  return {
    code: 'check/validator',
    message: `${quoted(text)} is refused by the validator of ${fieldTitle(field)}: ${field.errorMessage ?? field.validatorRegexp}`,
    hint: field.errorMessage === null ? undefined : `the validator is ${field.validatorRegexp}`,
  };
}

/** Returns the reason why the field's validator is not applied; undefined if it is. */
export function unreadableValidator(field: FieldConfiguration): Fault | undefined {
  if (field.validatorRegexp === null) return undefined;
  const validator = readValidator(field.validatorRegexp);
  if (!('problem' in validator)) return undefined;
  return {
    code: 'check/unreadable-validator',
    message: `the validator of ${fieldTitle(field)} is not applied, since ${validator.problem}: ${field.validatorRegexp}`,
  };
}
