import type { SourceConfig } from '../../config/config.ts';
import { renamedKey } from '../../diagnostics/yaml/renamed-key.ts';
import type { Operation } from '../../inbox/call.ts';
import type { FieldRule, ParameterName, ParameterRule } from '../mapping.ts';
import { type Parameter, parameterNames, parameterOf } from '../parameters.ts';
import { questionsAt } from './asked-rule.ts';
import { unknownParameterAdvice } from './meant-parameter.ts';
import { parseRule } from './parse-rule.ts';
import { byPlace, isMap, type Parsing, report } from './parsing.ts';
import type { RuleUse } from './rule-use.ts';
import { samplePaths } from './sample-paths.ts';

/** The rules of a mapping that could be read. */
export interface ParsedSet {
  readonly set: readonly ParameterRule[];
  readonly additionalFields: readonly FieldRule[];
}

/** The inputs shared by all rules of a mapping. */
type RuleAbout = Pick<RuleUse, 'samples' | 'isQuestion' | 'layers' | 'headSaysInvalid'>;

/** Reads `set` in steps: a rule for each parameter of the operation and for each additional field. */
export function* parseSet(
  parsing: Parsing,
  value: unknown,
  operation: Operation | undefined,
  given: Omit<RuleAbout, 'samples' | 'isQuestion'> & {
    readonly samples: readonly unknown[];
    /** The place of the answers of the source, if it has any. */
    readonly answers: SourceConfig['answers'];
  },
): Generator<void, ParsedSet> {
  if (!isMap(value)) return { set: [], additionalFields: [] };
  const samples = samplePaths(given.samples);
  const about = { ...given, samples, isQuestion: questionsAt(given.answers, samples) };
  const set: ParameterRule[] = [];
  for (const [name, ruleValue] of Object.entries(value)) {
    if (name === 'additionalFields') continue;
    yield;
    const parameter = knownParameter(operation, name);
    if (!parameter) {
      reportUnknownParameter(parsing, operation, name, ruleValue);
      continue;
    }
    const path = ['set', name];
    const rule = parseRule(parsing, path, ruleValue, { name, parameter, header: false, ...about });
    const place = parsing.source.placeOf(path, 'key');
    if (rule) set.push({ name: name as ParameterName, place, rule });
  }
  const additionalFields = yield* parseFields(parsing, value.additionalFields, operation, about);
  if (operation) checkParameters(parsing, value, operation);
  // Keys that look like numbers come first in an object, wherever they are in the file.
  return { set: set.sort(byPlace), additionalFields: additionalFields.sort(byPlace) };
}

/** If the operation is unreadable, it accepts parameters of both, so that only one fault is reported. */
function knownParameter(operation: Operation | undefined, name: string): Parameter | undefined {
  if (operation) return parameterOf(operation, name);
  return parameterOf('updateCustomer', name) ?? parameterOf('persistCustomerData', name);
}

function reportUnknownParameter(
  parsing: Parsing,
  operation: Operation | undefined,
  name: string,
  value: unknown,
): void {
  const names = operation ? [...parameterNames(operation), 'additionalFields'] : [];
  const allowed = names.slice(0, 10).join(', ') + (names.length > 10 ? ` and ${names.length - 10} more` : '');
  const message = operation
    ? `${operation} has no parameter "${name}"; it has ${allowed}`
    : `no operation has a parameter "${name}"`;
  const at = { path: ['set', name], part: 'key' } as const;
  report(parsing, 'mapping/unknown-parameter', message, at, () => ({
    ...unknownParameterAdvice(operation, name, { names, value }),
    fix: operation && renamedKey(parsing.source, at.path, names),
  }));
}

function* parseFields(
  parsing: Parsing,
  value: unknown,
  operation: Operation | undefined,
  about: RuleAbout,
): Generator<void, FieldRule[]> {
  if (value === undefined) return [];
  if (!isMap(value)) {
    const message = 'additionalFields must be a map: a rule for each keyName';
    const hint = Array.isArray(value)
      ? 'take the - off, so that each line is a keyName and its rule, as in birthdate: born'
      : undefined;
    report(parsing, 'yaml/wrong-type', message, { path: ['set', 'additionalFields'] }, { hint });
    return [];
  }
  const fields: FieldRule[] = [];
  const parameter: Parameter = { clearable: true, choice: 'several', description: 'An additional field.' };
  const header = operation !== 'persistCustomerData';
  for (const [key, ruleValue] of Object.entries(value)) {
    yield;
    const path = ['set', 'additionalFields', key];
    if (key.trim() === '') {
      report(parsing, 'yaml/wrong-type', 'a keyName is empty', { path, part: 'key' });
      continue;
    }
    const rule = parseRule(parsing, path, ruleValue, { name: key, parameter, header, ...about });
    if (rule) fields.push({ key, place: parsing.source.placeOf(path, 'key'), rule });
  }
  return fields;
}

function checkParameters(
  parsing: Parsing,
  value: Readonly<Record<string, unknown>>,
  operation: Operation,
): void {
  const at = { path: ['set'], part: 'key' } as const;
  for (const name of parameterNames(operation)) {
    if (!parameterOf(operation, name)?.needed || Object.hasOwn(value, name)) continue;
    const message = `${operation} needs a rule for ${name}`;
    report(parsing, 'mapping/missing-parameter', message, at, { hint: `add ${name}: to set`, path: name });
  }
  const { additionalFields } = value;
  const hasFields = isMap(additionalFields) && Object.keys(additionalFields).length > 0;
  const changes = hasFields || Object.hasOwn(value, 'note') || Object.hasOwn(value, 'customerStatus');
  // A key that is reported as unknown, or fields that are no map, may be what the call changes.
  const isReported =
    (additionalFields != null && !isMap(additionalFields)) ||
    Object.keys(value).some(name => name !== 'additionalFields' && !parameterOf(operation, name));
  if (operation === 'updateCustomer' && !changes && !isReported) {
    const message =
      'updateCustomer changes nothing; it needs at least one of note, customerStatus and additionalFields';
    report(parsing, 'mapping/missing-parameter', message, at);
  }
}
