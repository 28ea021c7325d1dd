import { builtInFunctions, refusedFunctions } from '../../expressions/functions.ts';
import { pathBelow, pathText } from '../../expressions/paths/path-text.ts';
import { variableDescriptions } from '../../mapping/evaluate/variables.ts';
import { type ExamplePath, pathsBelow, shownPaths, valuesAt } from '../example-paths.ts';
import { type ExpressionWord, expressionWord, templatePart } from '../expression-word.ts';
import { describedFunctions } from '../functions-described.ts';
import { ruleOf } from '../meaning.ts';
import { inPlaceOf } from '../written.ts';
import { type CompletionCandidate, type CursorContext, exampleText } from './cursor-context.ts';

/** An expression up to the cursor, and its start in the word at the cursor. */
export interface ExpressionBefore {
  readonly text: string;
  readonly start: number;
  /** The text that must follow: the brace of a template that is not closed yet. */
  readonly close?: string;
}

/** Keys of a source whose values are expressions. */
const sourceExpressions = new Set(['split', 'eventId', 'eventType', 'occurredAt', 'type']);

/** Returns the expression at the cursor, if the place allows expressions. */
export function expressionFor({
  kind,
  cursor,
}: Pick<CursorContext, 'kind' | 'cursor'>): ExpressionBefore | undefined {
  const { path, before } = cursor;
  const whole = { text: before, start: 0 };
  if (kind === 'config') {
    const [first, , key] = path;
    const isExpression = first === 'sources' && typeof key === 'string' && sourceExpressions.has(key);
    return isExpression && path.length <= 4 ? whole : undefined;
  }
  if (path.length === 1 && (path[0] === 'when' || path[0] === 'link')) return whole;
  if (path.length === 2 && path[0] === 'link' && path[1] === 'from') return whole;
  const rule = ruleOf(path);
  if (!rule) return undefined;
  if (rule.rest.length === 0) return whole;
  if (rule.rest.length !== 1) return undefined;
  if (rule.rest[0] === 'from') return whole;
  if (rule.rest[0] !== 'template') return undefined;
  const part = templatePart(before);
  return part && { ...part, close: cursor.after.includes('}') ? '' : '}' };
}

/**
 * Returns completions inside an expression: paths with their values, answers, variables, functions, texts for
 * comparisons.
 */
export function expressionCandidates(
  context: CursorContext,
  expression: ExpressionBefore,
): readonly CompletionCandidate[] {
  const word = expressionWord(expression.text);
  switch (word.kind) {
    case 'nothing':
      return [];
    case 'text':
      return textCandidates(context, expression, word);
    case 'path':
      return pathCandidates(context, expression, word);
  }
}

type PathWord = Extract<ExpressionWord, { kind: 'path' }>;

function pathCandidates(
  context: CursorContext,
  expression: ExpressionBefore,
  word: PathWord,
): readonly CompletionCandidate[] {
  const { close = '' } = expression;
  const paths = shownPaths(context.knowledge);
  const within = word.within ?? [];
  const isOwnRoot = word.steps[0]?.startsWith('$') ?? false;
  const base = isOwnRoot ? word.steps : [...within, ...word.steps];
  const from = expression.start + word.start;
  if (word.steps.length > 0) {
    const written = expression.text.slice(word.start, word.lastStart);
    return below(context, { paths, base, from: expression.start + word.lastStart, written, close });
  }
  const names = word.word.startsWith('$') ? [] : below(context, { paths, base, from, written: '', close });
  const variables = paths.filter(({ keys }) => keys[0]?.startsWith('$'));
  const known =
    within.length === 0
      ? variables.flatMap(each =>
          each.keys.length > 1 ? [pathCandidate(context, each, each.written, { from, close })] : [],
        )
      : [];
  return [...names, ...variableCandidates(context, from), ...known, ...functionCandidates(context, from)];
}

interface Below {
  readonly paths: readonly ExamplePath[];
  readonly base: readonly string[];
  readonly from: number;
  /** The text before the last step. */
  readonly written: string;
  readonly close: string;
}

/** Returns completions for the paths below some keys. */
function below(
  context: CursorContext,
  { paths, base, from, written, close }: Below,
): readonly CompletionCandidate[] {
  return pathsBelow(paths, base).flatMap(({ path, rest }) => {
    if (base.length === 0 && rest[0]?.startsWith('$')) return [];
    const [first = '', ...more] = rest;
    const text = written === '' ? pathText(rest) : more.reduce(pathBelow, pathBelow('x', first).slice(2));
    return [pathCandidate(context, path, text, { from, close })];
  });
}

function pathCandidate(
  context: CursorContext,
  path: ExamplePath,
  text: string,
  { from, close }: Pick<Below, 'from' | 'close'>,
): CompletionCandidate {
  const { events } = context.knowledge;
  const [value] = path.values;
  const isAnswer = path.keys[0] === '$answers';
  const often = path.events < events.length ? `, in ${path.events} of ${events.length} events` : '';
  return {
    label: text,
    kind: isAnswer ? 'answer' : 'path',
    detail: `${[...path.types].join(' or ')}${often}`,
    ...(value !== undefined && { example: exampleText(value, context.knowledge) }),
    ...putting(context, from, text + close),
  };
}

function variableCandidates(context: CursorContext, from: number): readonly CompletionCandidate[] {
  return Object.entries(variableDescriptions).map(([name, documentation]) => ({
    label: `$${name}`,
    kind: 'variable',
    detail: documentation.split('. ')[0],
    documentation,
    ...putting(context, from, `$${name}`),
  }));
}

function functionCandidates(context: CursorContext, from: number): readonly CompletionCandidate[] {
  return [...builtInFunctions].flatMap(name => {
    if (refusedFunctions.has(name)) return [];
    const described = describedFunctions.get(name);
    return [
      {
        label: `$${name}`,
        kind: 'function' as const,
        detail: described?.signature,
        documentation: described?.does,
        ...putting(context, from, `$${name}(`),
      },
    ];
  });
}

/** Returns the texts that a path has in events, for a comparison. */
function textCandidates(
  context: CursorContext,
  expression: ExpressionBefore,
  { of, start }: Extract<ExpressionWord, { kind: 'text' }>,
): readonly CompletionCandidate[] {
  const { knowledge, cursor } = context;
  if (!of || knowledge.masked) return [];
  const quote = expression.text[start] ?? '"';
  return valuesAt(knowledge.events, of)
    .slice(0, 60)
    .map(label => ({
      label,
      kind: 'value',
      detail: 'in an event',
      ...putting(context, expression.start + start, inExpressionQuotes(label, quote, cursor.after)),
      typed: cursor.before.slice(expression.start + start + 1),
    }));
}

function inExpressionQuotes(text: string, quote: string, after: string): string {
  const inside = JSON.stringify(text).slice(1, -1);
  const escaped = quote === "'" ? inside.replaceAll('\\"', '"').replaceAll("'", "\\'") : inside;
  const rest = after.replace(/^[\p{L}\p{N}_$]*/u, '');
  return `${quote}${escaped}${rest.startsWith(quote) ? '' : quote}`;
}

/** Returns the replacement of an expression from a place on by a text. */
function putting(
  { cursor, offset }: CursorContext,
  from: number,
  text: string,
): Pick<CompletionCandidate, 'typed' | 'insert'> {
  return { typed: cursor.before.slice(from), insert: inPlaceOf(cursor, from, text, offset) };
}
