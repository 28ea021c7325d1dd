/** The part of an expression that is being typed, up to the cursor. */
export type ExpressionWord =
  /** A path, or the name of a function or a variable: its steps, of which the last may be incomplete. */
  | {
      readonly kind: 'path';
      readonly steps: readonly string[];
      readonly word: string;
      /** The path before the `[` or `(` that encloses this path. */
      readonly within: readonly string[] | undefined;
      /** The start of the path in the expression, and the start of its last step. */
      readonly start: number;
      readonly lastStart: number;
    }
  /** A text that is compared with the values of a path. */
  | {
      readonly kind: 'text';
      readonly word: string;
      readonly of: readonly string[] | undefined;
      readonly start: number;
    }
  | { readonly kind: 'nothing' };

interface Token {
  readonly kind: 'name' | 'variable' | 'quoted' | 'text' | 'sign' | 'other';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly open?: true;
}

/** The longest expression that is read. A person types no longer one, and deep brackets would exhaust the stack. */
const longestExpression = 4_000;

/** Reads an expression up to the cursor. It may be incomplete: only its words and signs are used. */
export function expressionWord(before: string): ExpressionWord {
  if (before.length > longestExpression) return { kind: 'nothing' };
  const tokens = tokensOf(before);
  const last = tokens.at(-1);
  if (last?.open && last.kind === 'text' && !isStep(tokens, tokens.length - 1)) {
    return { kind: 'text', word: last.text, of: comparedPath(tokens), start: last.start };
  }
  if (last?.kind === 'other' && last.open) return { kind: 'nothing' };
  return pathWord(tokens, before.length);
}

/** True if a token follows a dot: it is a step of a path, even if it is in quotes. */
function isStep(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return before?.kind === 'sign' && before.text === '.';
}

function pathWord(tokens: readonly Token[], length: number): ExpressionWord {
  const last = tokens.at(-1);
  const isTyped = last !== undefined && last.end === length && isName(tokens, tokens.length - 1);
  let index = isTyped ? tokens.length - 2 : tokens.length - 1;
  const word = isTyped && last ? last.text : '';
  const lastStart = isTyped && last ? last.start : length;
  const behind = tokens[index];
  // A value cannot follow a value: an operator comes first.
  if (!isTyped && behind && isValue(behind)) return { kind: 'nothing' };
  if (isTyped && behind && isValue(behind)) return { kind: 'nothing' };
  const { steps, start, rest } = stepsBefore(tokens, index);
  index = rest;
  const begins = steps.length === 0 ? lastStart : start;
  return { kind: 'path', steps, word, within: pathAround(tokens, index), start: begins, lastStart };
}

function isName(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (!token) return false;
  if (token.kind === 'name' || token.kind === 'variable' || token.kind === 'quoted') return true;
  return token.kind === 'text' && isStep(tokens, index);
}

function isValue({ kind, text }: Token): boolean {
  if (kind === 'sign') return text === ')' || text === ']' || text === '}';
  return kind !== 'other' && !(kind === 'name' && operators.has(text));
}

const operators = new Set(['and', 'or', 'in']);

/** Returns the steps of a path that ends with the dot at `index`; brackets in the path are skipped. */
function stepsBefore(
  tokens: readonly Token[],
  index: number,
): { readonly steps: readonly string[]; readonly start: number; readonly rest: number } {
  const steps: string[] = [];
  let at = index;
  let start = tokens[index]?.end ?? 0;
  while (tokens[at]?.kind === 'sign' && tokens[at]?.text === '.') {
    let before = at - 1;
    while (tokens[before]?.text === ']' && tokens[before]?.kind === 'sign')
      before = opening(tokens, before) - 1;
    const step = tokens[before];
    if (!step || !['name', 'variable', 'quoted', 'text'].includes(step.kind)) {
      return { steps: ['*unknown*', ...steps], start, rest: before };
    }
    steps.unshift(step.text);
    start = step.start;
    at = before - 1;
  }
  return { steps, start, rest: at };
}

/** Returns the index of the sign that opens the bracket closed at an index; -1 if none does. */
function opening(tokens: readonly Token[], index: number): number {
  let depth = 0;
  for (let at = index; at >= 0; at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: 'other', text: '' };
    if (kind !== 'sign') continue;
    if (')]}'.includes(text)) depth += 1;
    else if ('([{'.includes(text)) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** Returns the path before the bracket that encloses a place: `items` inside `items[`; nothing outside of brackets. */
function pathAround(tokens: readonly Token[], index: number): readonly string[] | undefined {
  let depth = 0;
  for (let at = index; at >= 0; at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: 'other', text: '' };
    if (kind !== 'sign') continue;
    if (')]}'.includes(text)) depth += 1;
    else if ('([{'.includes(text)) {
      if (depth > 0) depth -= 1;
      else if (text === '[' || (text === '(' && isStepSign(tokens[at - 1])))
        return pathEnding(tokens, at, text);
    }
  }
  return undefined;
}

function isStepSign(token: Token | undefined): boolean {
  return token?.kind === 'sign' && token.text === '.';
}

function pathEnding(tokens: readonly Token[], bracket: number, sign: string): readonly string[] | undefined {
  let last = sign === '(' ? bracket - 2 : bracket - 1;
  while (tokens[last]?.text === ']' && tokens[last]?.kind === 'sign') last = opening(tokens, last) - 1;
  const name = tokens[last];
  if (!name || !isName(tokens, last)) return undefined;
  const { steps, rest } = stepsBefore(tokens, last - 1);
  const outer = pathAround(tokens, rest);
  const own = [...steps, name.text];
  return own[0]?.startsWith('$') ? own : [...(outer ?? []), ...own];
}

/** Returns the path before `=`, `!=` or `in`. */
function comparedPath(tokens: readonly Token[]): readonly string[] | undefined {
  let at = tokens.length - 2;
  while (tokens[at]?.kind === 'text' || tokens[at]?.text === ',' || tokens[at]?.text === '[') at -= 1;
  const sign = tokens[at];
  if (!sign || !['=', '!=', 'in'].includes(sign.text)) return undefined;
  const name = tokens[at - 1];
  if (!name || !isName(tokens, at - 1)) return undefined;
  const { steps, rest } = stepsBefore(tokens, at - 2);
  const path = [...steps, name.text];
  const around = pathAround(tokens, rest);
  return path[0]?.startsWith('$') ? path : [...(around ?? []), ...path];
}

const pattern =
  /(?<blank>\s+)|(?<comment>\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|"(?<double>(?:[^"\\]|\\.)*)(?<doubleEnd>"?)|'(?<single>(?:[^'\\]|\\.)*)(?<singleEnd>'?)|`(?<back>[^`]*)(?<backEnd>`?)|(?<variable>\$[\p{L}\p{N}_$]*)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<number>[0-9][0-9.eE]*)|(?:!=|<=|>=|:=|~>|\?\?|\?:|\*\*|\.\.|[^\s])/gsu;

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(pattern)].flatMap(match => {
    const read = tokenOf(match[0], match.groups ?? {});
    return read ? [{ ...read, start: match.index, end: match.index + match[0].length }] : [];
  });
}

type Groups = Readonly<Record<string, string | undefined>>;

function tokenOf(whole: string, groups: Groups): Pick<Token, 'kind' | 'text' | 'open'> | undefined {
  const { blank, comment, back, backEnd, variable, name, number } = groups;
  if (blank !== undefined) return undefined;
  if (comment !== undefined) {
    return comment.endsWith('*/') ? undefined : { kind: 'other', text: comment, open: true };
  }
  if (variable !== undefined) return { kind: 'variable', text: variable };
  if (name !== undefined) return { kind: 'name', text: name };
  if (number !== undefined) return { kind: 'text', text: number };
  if (back !== undefined) return { kind: 'quoted', text: back, ...(backEnd === '' && { open: true }) };
  return textToken(groups) ?? { kind: 'sign', text: whole };
}

function textToken({
  double,
  doubleEnd,
  single,
  singleEnd,
}: Groups): Pick<Token, 'kind' | 'text' | 'open'> | undefined {
  const inside = double ?? single;
  if (inside === undefined) return undefined;
  const isOpen = (double === undefined ? singleEnd : doubleEnd) === '';
  return { kind: 'text', text: inside.replace(/\\(.)/gs, '$1'), ...(isOpen && { open: true }) };
}

/** Returns the part of a template at a place: the text before it in its braces, or undefined outside of braces. */
export function templatePart(before: string): { readonly text: string; readonly start: number } | undefined {
  const open = before.lastIndexOf('{');
  return open === -1 || before.lastIndexOf('}') > open
    ? undefined
    : { text: before.slice(open + 1), start: open + 1 };
}
