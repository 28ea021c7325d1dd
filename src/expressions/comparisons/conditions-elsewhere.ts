import { partsAroundTexts } from '../outside-texts.ts';

/** Returns true if a text can be read as an expression. */
export type IsReadable = (source: string) => boolean;

/**
 * Translates a condition of another language (`if (vip) "VIP" else "guest"`, `"VIP" if vip else "guest"`,
 * `CASE WHEN …`, also in German) into `?` and `:`. Returns any other text unchanged.
 */
export function chosenByCondition(source: string, isReadable: IsReadable): string {
  const words = wordsOf(source);
  if (words.length === 0 || words.length > mostWords) return source;
  const [first] = words;
  const meant =
    first?.kind === 'if' && source.slice(0, first.start).trim() === ''
      ? branches(source, words.slice(1), first.end, isReadable)
      : (behindItsValue(source, words) ?? withoutIf(source, words));
  return meant ?? source;
}

const mostWords = 20;

interface Word {
  readonly kind: 'if' | 'then' | 'else' | 'end';
  readonly start: number;
  readonly end: number;
}

const kinds: readonly (readonly [Word['kind'], RegExp])[] = [
  ['if', /^(?:case\s+when|if|wenn|falls)$/i],
  ['then', /^(?:then|dann)$/i],
  ['else', /^(?:else\s*if|elseif|elsif|elif|when|else|otherwise|sonst|ansonsten)$/i],
  ['end', /^(?:end\s*if|endif|end|fi)$/i],
];

const anyWord =
  /(?<![\p{L}\p{N}_.$"'`])(?:case\s+when|else\s*if|end\s*if|elseif|elsif|elif|endif|if|wenn|falls|then|dann|when|else|otherwise|sonst|ansonsten|end|fi)(?![\p{L}\p{N}_."'`=])/giu;

/** Returns the words of the condition outside of texts and parentheses. */
function wordsOf(source: string): readonly Word[] {
  const bare = partsAroundTexts(source)
    .map((part, index) => (index % 2 === 0 ? part : '"'.padEnd(part.length - 1, '_').concat('"')))
    .join('');
  return [...bare.matchAll(anyWord)].flatMap(({ 0: word, index }) => {
    const kind = kinds.find(([, pattern]) => pattern.test(word))?.[0];
    const isInside = depthAt(bare, index) > 0;
    return kind === undefined || isInside ? [] : [{ kind, start: index, end: index + word.length }];
  });
}

function depthAt(bare: string, end: number): number {
  let depth = 0;
  for (const sign of bare.slice(0, end)) depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
  return depth;
}

/** Translates `C then A else B`, the part after `if`. `words` are the words of that part. */
function branches(
  source: string,
  words: readonly Word[],
  from: number,
  isReadable: IsReadable,
): string | undefined {
  const at = words.findIndex(({ kind }) => kind === 'else' || kind === 'end');
  const last = words[at];
  const then = words.slice(0, at < 0 ? undefined : at).find(({ kind }) => kind === 'then');
  const end = last?.start ?? source.length;
  const pair = then
    ? [source.slice(from, then.start), source.slice(then.end, end)]
    : split(source.slice(from, end), isReadable);
  const [when = '', yes = ''] = (pair ?? []).map(bare);
  if (when === '' || yes === '' || isWord(when) || isWord(yes)) return undefined;
  if (!last || last.kind === 'end') return `${when} ? ${yes}`;
  const no = otherwise(source, last, words.slice(at + 1), isReadable);
  return no === undefined ? undefined : `${when} ? ${yes} : ${no}`;
}

/** Returns the text after an `else`: a value, or a further condition. */
function otherwise(
  source: string,
  { start, end }: Word,
  rest: readonly Word[],
  isReadable: IsReadable,
): string | undefined {
  const [next] = rest;
  if (/if|when/i.test(source.slice(start, end))) return branches(source, rest, end, isReadable);
  if (next?.kind === 'if' && source.slice(end, next.start).trim() === '')
    return branches(source, rest.slice(1), next.end, isReadable);
  const last = rest.find(({ kind }) => kind === 'end');
  return bare(source.slice(end, last?.start ?? source.length)) || undefined;
}

function isWord(part: string): boolean {
  return kinds.some(([, pattern]) => pattern.test(part));
}

/** Translates `"VIP" if vip else "guest"`. */
function behindItsValue(source: string, words: readonly Word[]): string | undefined {
  const [when, otherwise, ...more] = words;
  if (when?.kind !== 'if' || otherwise?.kind !== 'else' || more.length > 0) return undefined;
  const parts = [
    source.slice(when.end, otherwise.start),
    source.slice(0, when.start),
    source.slice(otherwise.end),
  ];
  const [condition, yes, no] = parts.map(bare);
  return condition && yes && no ? `${condition} ? ${yes} : ${no}` : undefined;
}

/** Translates `vip ? "VIP" else "guest"` and `vip then "VIP" else "guest"`. */
function withoutIf(source: string, words: readonly Word[]): string | undefined {
  const then = words.find(({ kind }) => kind === 'then');
  const otherwise = words.find(({ kind }) => kind === 'else');
  if (words.some(({ kind }) => kind === 'if') || !otherwise) return undefined;
  const no = bare(source.slice(otherwise.end));
  if (!then) return `${source.slice(0, otherwise.start).trim()} : ${no}`;
  const [when, yes] = [source.slice(0, then.start), source.slice(then.end, otherwise.start)].map(bare);
  return `${when} ? ${yes} : ${no}`;
}

/** Removes the braces, the colon and the semicolon that other languages put around a branch. */
function bare(part: string): string {
  let text = withoutEnds(part.trim().replace(/^(?:[:,]|=>|->)/, ''));
  if (text.startsWith('{') && text.endsWith('}')) text = withoutEnds(text.slice(1, -1));
  text = withoutEnds(text.replace(/^return\s/, ''));
  const inside = /^\(([^()?]+)\)$/.exec(text)?.[1];
  return (inside ?? text).trim();
}

function withoutEnds(text: string): string {
  let rest = text.trim();
  while (/[;:,{]$/.test(rest)) rest = rest.slice(0, -1).trimEnd();
  return rest;
}

const mostSplits = 40;

/** Splits a condition and the text after it, without a word between them, if each can be read separately. */
function split(whole: string, isReadable: IsReadable): readonly string[] | undefined {
  const parts = partsAroundTexts(whole);
  let at = 0;
  let tries = 0;
  for (const [index, part] of parts.entries()) {
    const places = [...part.matchAll(/[\s){:]/g)].map(each => at + each.index + 1);
    for (const place of index % 2 === 0 ? places : [at, at + part.length]) {
      const [when = '', yes = ''] = [whole.slice(0, place), whole.slice(place)].map(bare);
      if (when === '' || yes === '') continue;
      tries += 1;
      if (tries > mostSplits) return undefined;
      if (isReadable(when) && isReadable(yes)) return [when, yes];
    }
    at += part.length;
  }
  return undefined;
}
