import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { quotedInBraces } from '../../diagnostics/yaml/braces.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { compile, withReading } from '../../expressions/compile.ts';
import { numberFormat } from '../../expressions/convert/number-format.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Expression } from '../../expressions/expression.ts';
import { answersInside } from '../../expressions/habits/habits.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { parseTemplate } from '../../expressions/template.ts';
import { answerExpression } from '../answers/answer-expression.ts';
import { lookupKey } from '../evaluate/look-up.ts';
import type { Rule } from '../mapping.ts';
import { identifiesSubject, whyNeverDropped } from '../parameters.ts';
import { conversionsOf, readingOf } from '../reading.ts';
import { type DefaultedRule, openKeys, withDefaults } from '../rule-defaults.ts';
import { type RuleShape, ruleShape } from '../schema.ts';
import { askedRule } from './asked-rule.ts';
import { withoutBlockEnds } from './block-end.ts';
import { checkChosen } from './check-chosen.ts';
import { checkRule, conversionOf } from './check-rule.ts';
import { mappingKeys } from './known-keys.ts';
import {
  asRule,
  fieldHint,
  isTemplate,
  literalRemark,
  rulesOfPaths,
  sentText,
  templateOfPaths,
} from './meant-paths.ts';
import {
  isMap,
  type Parsing,
  readExpression,
  readShape,
  report,
  reportCompiled,
  reportWarnings,
} from './parsing.ts';
import type { RuleUse } from './rule-use.ts';
import { withSharedTable } from './shared-tables.ts';
import { warnAboutRule } from './warn-about-rule.ts';

/** Reads the rule at a path of the file and compiles it. Reports every fault; undefined if there is one. */
export function parseRule(parsing: Parsing, path: YamlPath, value: unknown, use: RuleUse): Rule | undefined {
  if (typeof value === 'string') return ruleOf(parsing, path, { from: value }, use, path);
  if (!isMap(value)) {
    const hint = hintForValue(value, use);
    const found = value === null ? 'nothing' : shown(value);
    report(parsing, 'yaml/wrong-type', `${use.name} needs a rule, not ${found}`, { path }, { hint });
    return undefined;
  }
  const apart = nameApart(path, value);
  if (apart !== undefined) {
    const message = `${use.name} has no rule, but ${apart.length === 1 ? 'a name' : 'names'} below it`;
    const hint = `a keyName with a point is one piece: write ${apart.map(each => `${each}:`).join(', ')}`;
    report(parsing, 'yaml/wrong-type', message, { path, part: 'key' }, { hint });
    return undefined;
  }
  const shape = readShape(parsing, ruleShape, path, value);
  if (shape) {
    const written = withReason(withSharedTable(parsing, path, withoutBlockEnds(parsing.source, path, shape)));
    return ruleOf(parsing, path, written, use, [...path, 'from']);
  }
  if (typeof value.from === 'string') readExpression(parsing, [...path, 'from'], value.from);
  return undefined;
}

/** Advice about a value in place of a rule: it may be a path, the name of a field, or a literal. */
function hintForValue(value: unknown, { samples, parameter }: RuleUse): string {
  const read = Array.isArray(value) ? rulesOfPaths(value, samples) : undefined;
  if (read !== undefined) return read;
  if (value === null) return 'write an expression, or remove the line';
  if (samples.has([String(value)])) return fieldHint(String(value));
  return identifiesSubject(parameter)
    ? 'write where it stands in the payload, or $linked where a link finds it'
    : `for a literal, write {value: ${JSON.stringify(value)}}`;
}

/** Returns the keyNames that were written as a map in a map, `hair: {type: …}`; undefined for a rule. */
function nameApart(
  [, section, name]: YamlPath,
  value: Readonly<Record<string, unknown>>,
): readonly string[] | undefined {
  const keys = Object.keys(value);
  const isRule = keys.length === 0 || keys.some(key => Object.hasOwn(ruleShape.shape, key));
  const areRules = Object.values(value).every(
    each => isMap(each) && Object.keys(each).some(key => Object.hasOwn(ruleShape.shape, key)),
  );
  return section !== 'additionalFields' || isRule || !areRules
    ? undefined
    : keys.map(key => `${String(name)}.${key}`);
}

/** Removes a reason that is blank. */
function withReason(shape: RuleShape): RuleShape {
  const isBlank = shape.because !== undefined && withoutBlankEnds(shape.because) === '';
  return isBlank ? { ...shape, because: undefined } : shape;
}

function ruleOf(
  parsing: Parsing,
  path: YamlPath,
  shape: RuleShape,
  use: RuleUse,
  from: YamlPath,
): Rule | undefined {
  const before = parsing.findings.errors();
  const base = readBase(parsing, path, shape, { from, use });
  const lookup = readLookup(parsing, path, shape);
  const functions = conversionsOf(base);
  const defaulted = withLayers(shape, use, functions);
  checkRule(parsing, path, { shape, defaulted, use, functions });
  checkChosen(parsing, path, base, { shape, use });
  warnAboutRule(parsing, path, { shape, base, use, defaulted });
  if (!base || parsing.findings.errors() > before) return undefined;
  const isNumber = shape.as === 'number' && shape.format !== undefined;
  return {
    place: parsing.source.placeOf(path, 'value'),
    base: readingBase(base, defaulted),
    lookup,
    as: conversionOf(shape, use) ?? (functions.has('choice') ? 'choice' : undefined),
    trim: shape.trim,
    ...(shape.html && { html: true as const }),
    ...(isNumber && { numbers: numberFormat(shape.format ?? '') }),
    default:
      shape.default === undefined
        ? undefined
        : { value: shape.default, place: parsing.source.placeOf([...path, 'default'], 'value') },
    because: shape.because,
    header: shape.header,
    ...defaulted,
  };
}

/** Adds the values of the defaults to the keys of a rule; the nearest default counts. */
function withLayers(shape: RuleShape, use: RuleUse, functions: ReadonlySet<string>): DefaultedRule {
  const absence = shape.required ? 'fail' : 'skip';
  const { layers } = use;
  const rule: DefaultedRule = {
    date: {
      parse: [shape.parse ?? []].flat(),
      format: shape.as === 'number' ? undefined : shape.format,
      zone: shape.zone,
    },
    phone: { country: shape.country },
    separator: shape.separator ?? ',',
    decimal: shape.decimal,
    whenMissing: shape.whenMissing ?? absence,
    whenEmpty: shape.whenEmpty ?? absence,
    ...(shape.onInvalid && { onInvalid: shape.onInvalid }),
  };
  if (!layers) return rule;
  const { clearable = false, consent = false } = use.parameter;
  const droppable = !consent && whyNeverDropped(use.parameter) === undefined && use.headSaysInvalid !== true;
  const open = openKeys(shape, { as: conversionOf(shape, use), clearable, droppable, functions });
  return layers.reduce<DefaultedRule>(withDefaults, { ...rule, open });
}

/** Returns the base of a rule. Its functions use the defaults that are known without an event. */
function readingBase(base: Rule['base'], defaulted: DefaultedRule): Rule['base'] {
  const reading = readingOf(defaulted);
  if (base.kind === 'expression') return { ...base, expression: withReading(base.expression, reading) };
  if (base.kind === 'literal') return base;
  return {
    ...base,
    parts: base.parts.map(each => (typeof each === 'string' ? each : withReading(each, reading))),
  };
}

function readBase(
  parsing: Parsing,
  path: YamlPath,
  shape: RuleShape,
  { from, use }: { readonly from: YamlPath; readonly use: RuleUse },
): Rule['base'] | undefined {
  if (shape.from !== undefined) {
    const expression =
      from === path
        ? readWholeRule(parsing, path, shape.from, use)
        : readExpression(parsing, from, shape.from);
    return expression && { kind: 'expression', expression, place: parsing.source.placeOf(from, 'value') };
  }
  if (shape.answer !== undefined) {
    const place = parsing.source.placeOf([...path, 'answer'], 'value');
    return { kind: 'expression', expression: answerExpression(shape.answer), place };
  }
  if (shape.template !== undefined) return readTemplate(parsing, [...path, 'template'], shape.template);
  if (shape.value === undefined) return undefined;
  return { kind: 'literal', value: shape.value, place: parsing.source.placeOf([...path, 'value'], 'value') };
}

/** Reads an expression that is the whole rule. A text to send is better written as a literal. */
function readWholeRule(
  parsing: Parsing,
  path: YamlPath,
  text: string,
  { samples, isQuestion, parameter }: RuleUse,
): Expression | undefined {
  const compiled = compile(text);
  const write = (meant: string) => askedRule(meant, isQuestion) ?? asRule(meant);
  if ('expression' in compiled) {
    const { expression } = compiled;
    const warnings = expression.warnings.flatMap(each => {
      const warning = literalRemark(each, expression, samples);
      // For a consent, the text is never the right advice: the warning reports that nobody gave the consent. A status
      // or a gender is usually a text.
      const isItself =
        each.diagnostic.code === 'expression/literal-name' && warning.meant === expression.source;
      return isItself && (parameter.consent || parameter.name) ? [] : [warning];
    });
    reportWarnings(parsing, path, { ...expression, warnings }, { write });
    return expression;
  }
  // A sentence may look like a rule: `Text: {answer: Wunsch}`.
  const name = text.trim().replace(/\{\s{0,9}answer:[^{}]{1,200}\}/g, each => `{${answersInside(each)}}`);
  const isText = /^[\p{L}\p{N}\s.,!?'’-]+$/u.test(name) && /\s/.test(name);
  const template = templateOfPaths(name, samples);
  if (template !== undefined) {
    reportCompiled(parsing, path, { ...compiled, meant: template }, sentText);
    return undefined;
  }
  const words = isText || isTemplate(name) ? name : undefined;
  if (compiled.meant !== undefined || words === undefined) reportCompiled(parsing, path, compiled, write);
  else if (samples.has([name]))
    reportCompiled(parsing, path, { ...compiled, meant: pathText([name]) }, write);
  else {
    const besides = isText ? { besides: fieldHint(name) } : {};
    reportCompiled(parsing, path, { ...compiled, meant: name, ...besides }, sentText);
  }
  return undefined;
}

function readTemplate(parsing: Parsing, path: YamlPath, written: string): Rule['base'] | undefined {
  const text = composedText(written);
  const template = parseTemplate(text);
  if ('diagnostic' in template) {
    reportCompiled(parsing, path, template);
    return undefined;
  }
  for (const warning of template.warnings) reportCompiled(parsing, path, warning);
  let end = 0;
  for (const part of template.parts) {
    if (typeof part === 'string') continue;
    const start = text.indexOf(`{${part.source}}`, end) + 1;
    end = start + part.source.length;
    const [before, behind] = [text.slice(0, start), text.slice(end)];
    reportWarnings(parsing, path, part, { offset: start, write: meant => before + meant + behind });
  }
  return { kind: 'template', parts: template.parts, place: parsing.source.placeOf(path, 'value') };
}

/**
 * Warns about a key without a value, as in `{gold: VIP, sehr}`: the text after the comma belongs to the value
 * before it, or its own value is missing.
 */
function warnOfLonelyKey(parsing: Parsing, path: YamlPath): void {
  const { source } = parsing;
  const [start, end] = source.keyExtentOf(path) ?? [];
  if (start === undefined || /^\s*:/.test(source.text.slice(end))) return;
  const from = source.text.lastIndexOf('\n', start) + 1;
  const line = source.text.slice(from).split(/\r?\n/, 1)[0] ?? '';
  const message = `"${path.at(-1)}" has no value; a text that has a comma needs quotes inside { }`;
  const details = { severity: 'warning', instead: quotedInBraces(line, mappingKeys)[0] } as const;
  report(parsing, 'mapping/invalid-rule', message, { path, part: 'key' }, details);
}

function readLookup(parsing: Parsing, path: YamlPath, shape: RuleShape): Rule['lookup'] {
  if (shape.values === undefined) return undefined;
  const ignoreCase = shape.ignoreCase ?? false;
  const valuesAt = shape.valuesAt ?? [...path, 'values'];
  const entries = new Map<string, { value: unknown; place: ReturnType<typeof parsing.source.placeOf> }>();
  for (const key of ['otherwise', 'default', 'else']) {
    if (!Object.hasOwn(shape.values, key) || shape.otherwise !== undefined) continue;
    const message = `"${key}" stands in the table, so it is an answer like any other`;
    const hint = 'write otherwise beside values, not in it, for whatever the table does not have';
    const at = { path: [...valuesAt, key], part: 'key' } as const;
    report(parsing, 'mapping/invalid-rule', message, at, { hint, severity: 'warning' });
  }
  for (const [key, value] of Object.entries(shape.values)) {
    const at = [...valuesAt, key];
    if (value === null) warnOfLonelyKey(parsing, at);
    const compared = lookupKey(key, { ignoreCase });
    if (entries.has(compared)) {
      const message = `the table has "${key}" twice, since ${ignoreCase ? 'ignoreCase makes no difference between upper and lower case' : 'both look the same and are compared in one form'}`;
      report(parsing, 'mapping/invalid-rule', message, { path: at, part: 'key' });
    }
    entries.set(compared, { value, place: parsing.source.placeOf(at, 'value') });
  }
  const otherwise =
    shape.otherwise === undefined
      ? undefined
      : { value: shape.otherwise, place: parsing.source.placeOf([...path, 'otherwise'], 'value') };
  return { entries, ignoreCase, otherwise };
}
