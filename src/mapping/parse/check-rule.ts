import { isSupportedCountry } from 'libphonenumber-js/max';
import { IANAZone } from 'luxon';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { compile } from '../../expressions/compile.ts';
import { countryMeant } from '../../expressions/convert/country-meant.ts';
import { numberFormat } from '../../expressions/convert/number-format.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import { formatFault, patternFault } from '../../expressions/date-pattern.ts';
import { convert } from '../convert/convert.ts';
import type { Conversion } from '../mapping.ts';
import { whyNeverDropped } from '../parameters.ts';
import { type DefaultedRule, isForFunction } from '../rule-defaults.ts';
import type { RuleShape } from '../schema.ts';
import { type Parsing, report } from './parsing.ts';
import type { RuleUse } from './rule-use.ts';

/** Reports keys of a rule that exclude each other, keys that do not fit its parameter, and bad literals. */
export function checkRule(
  parsing: Parsing,
  path: YamlPath,
  {
    shape,
    defaulted,
    use,
    functions,
  }: {
    readonly shape: RuleShape;
    readonly defaulted: DefaultedRule;
    readonly use: RuleUse;
    /** The reading functions in its expressions. */
    readonly functions: ReadonlySet<string>;
  },
): void {
  const fault = (key: keyof RuleShape, message: string, hint?: string) =>
    report(parsing, 'mapping/invalid-rule', message, { path: [...path, key], part: 'key' }, { hint });
  checkBeginning(parsing, path, shape, use);
  checkCompanions(shape, functions, fault);
  checkChoice(shape, use, fault);
  checkAbsence(shape, use, fault);
  checkInvalid(shape, use, fault);
  checkDate(parsing, path, shape);
  if (shape.country !== undefined && !isSupportedCountry(shape.country)) {
    const message = `"${shape.country}" is no country; it must be two capital letters, such as DE`;
    const meant = countryMeant(shape.country);
    const hint = meant && `write country: ${meant}`;
    report(parsing, 'mapping/invalid-rule', message, { path: [...path, 'country'] }, { hint });
  }
  if (shape.header !== undefined && !use.header) {
    fault('header', `${use.name} has no header`, 'only additional fields of updateCustomer have one');
  }
  checkEmptyLiteral(parsing, path, shape);
  checkConversion(parsing, path, shape, { ...defaulted, as: conversionOf(shape, use) });
  checkDefault(parsing, path, shape, use);
}

type Fault = (key: keyof RuleShape, message: string, hint?: string) => void;

function checkBeginning(parsing: Parsing, path: YamlPath, shape: RuleShape, use: RuleUse): void {
  const given = (['from', 'answer', 'value', 'template'] as const).filter(key => shape[key] !== undefined);
  if (given.length === 1) return;
  const found = given.length === 0 ? 'none of them' : given.join(' and ');
  const message = `the rule for ${use.name} needs exactly one of from, answer, value and template; it has ${found}`;
  report(parsing, 'mapping/invalid-rule', message, { path, part: 'key' });
}

function checkCompanions(shape: RuleShape, functions: ReadonlySet<string>, fault: Fault): void {
  if (shape.values !== undefined && shape.value !== undefined) {
    fault(
      'values',
      'a look-up table is for a value of the payload, not for a literal',
      pathHint(shape.value),
    );
  }
  if (shape.trim !== undefined && shape.value !== undefined) {
    const message = 'trim is for a value of the payload, not for a literal, which is sent unchanged';
    fault('trim', message, pathHint(shape.value) ?? 'remove trim');
  }
  if (shape.html !== undefined && shape.value !== undefined) {
    fault('html', 'html is for a value of the payload, not for a literal', 'write the text itself');
  }
  for (const key of ['otherwise', 'ignoreCase'] as const) {
    if (shape[key] !== undefined && shape.values === undefined) {
      fault(key, `${key} goes only with values`, 'for a missing or empty value, write default');
    }
  }
  const companions = {
    parse: 'date',
    format: 'date',
    zone: 'date',
    country: 'phone',
    separator: 'list',
    decimal: 'number',
  } as const;
  for (const [key, as] of Object.entries(companions) as [keyof typeof companions, string][]) {
    if (isForFunction(key, functions) || (key === 'format' && shape.as === 'number')) continue;
    if (shape[key] !== undefined && shape.as !== as && !(as === 'list' && shape.as === 'choices')) {
      fault(key, `${key} goes only with as: ${as}`, `add as: ${as}, or remove ${key}`);
    }
  }
}

/** Only fields and the status have choices, and the status has only one. */
function checkChoice({ as }: RuleShape, { name, parameter }: RuleUse, fault: Fault): void {
  if (as !== 'choice' && as !== 'choices') return;
  if (parameter.choice === undefined) {
    const hint =
      'only customerStatus and additional fields have choices; remove as, or give a look-up table (values)';
    fault('as', `${name} has no choices`, hint);
  } else if (as === 'choices' && parameter.choice === 'one') {
    fault('as', `${name} takes one choice`, 'write as: choice');
  }
}

function checkAbsence(shape: RuleShape, use: RuleUse, fault: Fault): void {
  for (const key of ['whenMissing', 'whenEmpty'] as const) {
    if (shape[key] === 'clear' && !use.parameter.clearable) {
      const hint = 'only note and additional fields can be deleted; use skip or fail';
      fault(key, `${use.name} cannot be cleared`, hint);
    }
    if (shape.required === true && shape[key] !== undefined && shape[key] !== 'fail') {
      fault(key, `${key}: ${shape[key]} contradicts required: true`, 'remove one of the two');
    }
  }
}

/** Leaving out or deleting a bad value must not turn the call into another one. */
function checkInvalid({ onInvalid, value, required }: RuleShape, use: RuleUse, fault: Fault): void {
  if (onInvalid === undefined || onInvalid === 'fail') return;
  const { name, parameter } = use;
  const kept = whyNeverDropped(parameter);
  if (value !== undefined) {
    fault('onInvalid', 'onInvalid is for a value of the payload, not for a literal', 'remove onInvalid');
  } else if (kept !== undefined) {
    fault(
      'onInvalid',
      `a bad value for ${name} is never left out: ${kept}`,
      'remove onInvalid, so that a person decides',
    );
  } else if (required === true) {
    fault('onInvalid', `onInvalid: ${onInvalid} contradicts required: true`, 'remove one of the two');
  } else if (parameter.consent && name !== 'marketing') {
    const hint = 'remove onInvalid, so that a person asks again';
    fault('onInvalid', `an answer about ${name} that cannot be read is neither a yes nor a no`, hint);
  } else if (onInvalid === 'clear' && !parameter.clearable) {
    fault(
      'onInvalid',
      `${name} cannot be cleared`,
      'only note and additional fields can be deleted; use drop or fail',
    );
  }
}

function checkDate(parsing: Parsing, path: YamlPath, shape: RuleShape): void {
  const listed = Array.isArray(shape.parse) ? shape.parse : [];
  if (shape.as === 'number') checkNumberFormat(parsing, path, shape);
  const patterns: [YamlPath, string | undefined][] = [
    [[...path, 'format'], shape.as === 'number' ? undefined : shape.format],
    [[...path, 'parse'], typeof shape.parse === 'string' ? shape.parse : undefined],
    ...listed.map((pattern, index): [YamlPath, string] => [[...path, 'parse', index], pattern]),
  ];
  for (const [at, pattern] of patterns) {
    const faultOf = at.at(-1) === 'format' ? formatFault : patternFault;
    const fault = pattern === undefined ? undefined : faultOf(pattern);
    if (fault) report(parsing, 'mapping/invalid-rule', fault.message, { path: at }, { hint: fault.hint });
  }
  if (shape.zone !== undefined && !IANAZone.isValidZone(shape.zone)) {
    const message = `"${shape.zone}" is not a time zone; it must be a name such as Europe/Berlin or UTC`;
    report(parsing, 'mapping/invalid-rule', message, { path: [...path, 'zone'] });
  }
}

function checkNumberFormat(parsing: Parsing, path: YamlPath, { format }: RuleShape): void {
  if (format === undefined || numberFormat(format)) return;
  const message = `"${format}" does not say how numbers are sent`;
  const hint =
    'write the number 1234 with its decimals as it is to be sent: "1234", "1234,50", "1.234,50" or "1234.#"';
  report(parsing, 'mapping/invalid-rule', message, { path: [...path, 'format'] }, { hint });
}

/** A default is sent unchanged, so it must be valid for the parameter. */
function checkDefault(parsing: Parsing, path: YamlPath, shape: RuleShape, use: RuleUse): void {
  if (!use.parameter.boolean || shape.default === undefined) return;
  if (['true', 'false'].includes(String(shape.default))) return;
  const message = `the default of ${use.name} is sent unchanged, so it must be true or false`;
  report(parsing, 'mapping/invalid-rule', message, { path: [...path, 'default'] });
}

/** Reports a literal or a default that can never be sent. */
function checkEmptyLiteral(parsing: Parsing, path: YamlPath, shape: RuleShape): void {
  for (const key of ['value', 'default'] as const) {
    if (shape[key] === undefined || presenceOf(shape[key]) === 'present') continue;
    if (key === 'value' && (shape.whenEmpty === 'clear' || shape.default !== undefined)) continue;
    report(
      parsing,
      'mapping/invalid-rule',
      `${key} is empty, so nothing is sent`,
      { path: [...path, key] },
      {
        severity: 'warning',
        hint: 'to delete what is there, add whenEmpty: clear',
      },
    );
  }
}

/** Literals of the mapping must fit `as`; otherwise every event would fail. */
function checkConversion(
  parsing: Parsing,
  path: YamlPath,
  shape: RuleShape,
  { as, date, phone, decimal }: DefaultedRule & { readonly as: Conversion | undefined },
): void {
  const given: [YamlPath, unknown][] = [
    [[...path, 'value'], shape.value],
    ...Object.entries(shape.values ?? {}).map(([key, value]): [YamlPath, unknown] => [
      [...(shape.valuesAt ?? [...path, 'values']), key],
      value,
    ]),
    [[...path, 'otherwise'], shape.otherwise],
  ];
  for (const [at, value] of given) {
    if (presenceOf(value) !== 'present') continue;
    const withoutZone = { ...date, zone: undefined };
    const converted = convert(value, { as, date: withoutZone, phone, separator: ',', decimal });
    if (!('fault' in converted)) continue;
    const hint = (at.at(-1) === 'value' ? pathHint(value) : undefined) ?? converted.hint;
    report(parsing, 'mapping/invalid-rule', converted.fault, { path: at }, { hint });
  }
}

/** Returns the hint for a literal that is also a path, `{value: customer.stage}`. */
function pathHint(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const compiled = compile(value);
  if (!('expression' in compiled) || !compiled.expression.path) return undefined;
  return `value: sends its text unchanged; to read it from the payload, write from: ${value}`;
}

/**
 * Returns the conversion of a rule's value: its own, else that of its parameter (API document 4.1: boolean as
 * text). A consent is always read as a yes or no.
 */
export function conversionOf(shape: RuleShape, use: RuleUse): Conversion | undefined {
  if (use.parameter.consent) return 'boolean';
  return shape.as ?? (use.parameter.boolean ? 'boolean' : undefined);
}
