import { tryOn } from '../check/data/trial.ts';
import { codes, type DiagnosticCode } from '../diagnostics/codes.ts';
import { compile } from '../expressions/compile.ts';
import type { Expression, Scope } from '../expressions/expression.ts';
import { evaluateRule } from '../mapping/evaluate/evaluate-rule.ts';
import type { RuleResult } from '../mapping/evaluate/rule-result.ts';
import { variableDescriptions } from '../mapping/evaluate/variables.ts';
import type { Mapping, Rule } from '../mapping/mapping.ts';
import type { OpenText } from './complete/complete.ts';
import { type CursorContext, exampleText } from './complete/cursor-context.ts';
import { expressionFor } from './complete/expressions.ts';
import { wordToEnd } from './definition.ts';
import { describedField } from './described-field.ts';
import { expressionWord } from './expression-word.ts';
import { describedFunctions } from './functions-described.ts';
import type { ExampleEvent, Knowledge } from './knowledge.ts';
import { fileKind, schemaOf } from './language-file.ts';
import { fieldNamed, headOf, ruleOf } from './meaning.ts';
import { cursorAt } from './outline/cursor.ts';
import { outlineOf } from './outline/outline.ts';
import { describedBy, keySchemas, namedValues, schemasAt } from './schema-at.ts';
import { type Position, type Range, textLines } from './text-lines.ts';

/** The value of a path or a rule in an event. */
export interface GivenIn {
  /** The event by its id, or the test whose sample it is. */
  readonly event: string;
  /** The value in one line, masked if values are hidden. */
  readonly value: string;
}

/** The contents of a hover. */
export interface Hover {
  readonly range: Range;
  /** Markdown. It shows no value of an event. */
  readonly contents: string;
  /** The values of the path or the rule in the last events. */
  readonly values?: readonly GivenIn[];
}

/** The maximum number of events from which values are shown. */
const mostEvents = 5;

/** Explains a key, a field, a value, a path or a function. `mapping`: the mapping, as far as it could be read. */
export async function hover(
  { file, text }: OpenText,
  position: Position,
  knowledge: Knowledge,
  mapping: Mapping | undefined,
): Promise<Hover | undefined> {
  const lines = textLines(text);
  const offset = lines.offsetAt(position);
  const found = cursorAt(text, offset);
  if (!found) return undefined;
  const outline = outlineOf(text);
  // Nothing is being typed, so the keys are complete.
  const cursor = { ...found, outline };
  const kind = fileKind(file, outline);
  const context: CursorContext = { kind, lines, offset, cursor, head: headOf(outline, knowledge), knowledge };
  const said = cursor.role === 'value' ? await ofValue(context) : await ofKey(context, mapping);
  return said && { range: lines.rangeOf(cursor.start, cursor.end), ...said };
}

type Said = Omit<Hover, 'range'>;

async function ofKey(context: CursorContext, mapping: Mapping | undefined): Promise<Said | undefined> {
  const { cursor, kind, head, knowledge } = context;
  const name = cursor.before + cursor.after;
  const path = [...cursor.path, name];
  const rule = kind === 'mapping' ? ruleOf(path) : undefined;
  const isField = rule?.key !== undefined && rule.rest.length === 0;
  const field = isField && rule?.key !== undefined ? fieldNamed(rule.key, head, knowledge) : undefined;
  const schemas = keySchemas(schemasAt(schemaOf(kind), cursor.outline, cursor.path)).get(name);
  const contents = field ? describedField(field) : schemas && describedBy(schemas);
  const compiled = rule?.rest.length === 0 ? ruleNamed(mapping, rule.name) : undefined;
  const values = compiled && rule ? await ruleValues(compiled, rule.name, knowledge) : [];
  if (contents === undefined && values.length === 0) {
    return cursor.role === 'either' ? ofValue(context) : undefined;
  }
  return { contents: contents ?? `\`${name}\``, ...(values.length > 0 && { values }) };
}

function ruleNamed(mapping: Mapping | undefined, name: string): Rule | undefined {
  if (!mapping) return undefined;
  const field = /^additionalFields\.(.*)$/s.exec(name)?.[1];
  return field === undefined
    ? mapping.set.find(each => each.name === name)?.rule
    : mapping.additionalFields.find(each => each.key === field)?.rule;
}

async function ruleValues(rule: Rule, path: string, knowledge: Knowledge): Promise<readonly GivenIn[]> {
  const { config, events } = knowledge;
  const given: GivenIn[] = [];
  for (const event of events.slice(0, mostEvents)) {
    const { empty } = config?.sources.get(event.input.event.source) ?? {};
    const result = await evaluateRule(rule, path, scopeOf(event), { empty });
    given.push({ event: eventName(event), value: resultWords(result, knowledge) });
  }
  return given;
}

function resultWords(result: RuleResult, knowledge: Knowledge): string {
  switch (result.kind) {
    case 'value':
      return exampleText(result.value.text, knowledge);
    case 'absent':
      return `nothing: it is ${result.presence}`;
    case 'clear':
      return 'the empty text, which deletes the value';
    case 'missing':
    case 'invalid':
      return knowledge.masked ? codes[result.diagnostic.code].title : result.diagnostic.message;
  }
}

function scopeOf({ input, linked }: ExampleEvent): Scope {
  const { payload, answers, headers, query, event, body } = input;
  return { input: payload, bindings: { answers, headers, query, body, event, linked } };
}

function eventName({ input, test }: ExampleEvent): string {
  return test ? `the sample of "${test.name}"` : input.event.id;
}

async function ofValue(context: CursorContext): Promise<Said | undefined> {
  const { cursor, kind } = context;
  const expression = expressionFor({ kind, cursor });
  const text = cursor.before + cursor.after;
  if (expression) return ofExpression(context, wordToEnd(cursor, expression.text), text);
  if (cursor.path.at(-1) === 'fails' && Object.hasOwn(codes, text)) {
    const { title, advice } = codes[text as DiagnosticCode];
    return { contents: `**${title}**\n\n${advice}` };
  }
  const schemas = schemasAt(schemaOf(kind), cursor.outline, cursor.path);
  const named = namedValues(schemas).find(({ value }) => String(value) === text);
  if (named?.description !== undefined) return { contents: `\`${text}\`: ${named.description}` };
  const [key] = cursor.path.slice(-1);
  const own = describedBy(schemas);
  return own === undefined || key === undefined ? undefined : { contents: own };
}

async function ofExpression(
  context: CursorContext,
  through: string,
  whole: string,
): Promise<Said | undefined> {
  const word = expressionWord(through);
  if (word.kind !== 'path') return undefined;
  const name = word.word.replace(/^\$/, '');
  if (word.steps.length === 0 && word.word.startsWith('$')) {
    const known = describedFunctions.get(name);
    if (known) return { contents: `\`${known.signature}\`\n\n${known.does}` };
    if (Object.hasOwn(variableDescriptions, name)) {
      const contents = variableDescriptions[name as keyof typeof variableDescriptions];
      return { contents, ...(await expressionValues(context, word.word)) };
    }
  }
  const path = through.slice(word.start);
  const isWhole = word.within === undefined;
  const wanted = isWhole ? path : whole;
  if (wanted.trim() === '') return undefined;
  return { contents: `\`${wanted.replaceAll('`', '')}\``, ...(await expressionValues(context, wanted)) };
}

async function expressionValues(context: CursorContext, text: string): Promise<Pick<Said, 'values'>> {
  const compiled = compile(text);
  if (!('expression' in compiled)) return {};
  const { knowledge } = context;
  const values: GivenIn[] = [];
  for (const event of knowledge.events.slice(0, mostEvents)) {
    values.push({ event: eventName(event), value: await valueIn(compiled.expression, event, knowledge) });
  }
  return values.length > 0 ? { values } : {};
}

async function valueIn(expression: Expression, event: ExampleEvent, knowledge: Knowledge): Promise<string> {
  const tried = await tryOn(expression, scopeOf(event));
  if ('failed' in tried) return `it fails: ${tried.failed.message}`;
  return tried.value === undefined ? 'nothing' : exampleText(tried.value, knowledge);
}
