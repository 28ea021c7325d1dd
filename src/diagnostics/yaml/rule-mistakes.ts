import { type KnownKeys, quotedInBraces } from './braces.ts';
import type { Mistake } from './mistake.ts';

/** Mistakes in rules and conditions of a mapping that have one certain correction each. */
export const ruleMistakes: readonly Mistake[] = [
  {
    message: () => 'the quote that ends the value is missing',
    meant: withQuoteBeforeKey,
  },
  {
    message: () => 'the entries inside { } are separated by commas',
    meant: line => (/[{[]/.test(line) ? [line.replace(/\s{0,9};\s{0,9}(?=[\w$-]+:\s)/g, ', ')] : []),
  },
  {
    message: () => 'a colon stands between a key and its value',
    meant: (line, _, keys) => [
      line.replace(/([{,]\s*)([a-zA-Z]+)\s*=>?\s*(?=[^\s=])/g, (all, lead, key) =>
        isKey(key, keys) ? `${lead}${key}: ` : all,
      ),
    ],
    isReadable: true,
  },
  {
    message: (before, after) => {
      const key = keysWithoutColon(before).find(each => after.includes(`${each}: `));
      return `a colon is missing after the key${key === undefined ? '' : ` "${key}"`}`;
    },
    meant: (line, _, keys) => {
      const meant = withColons(line, keys);
      return meant === line ? [] : [...quotedInBraces(meant, keys), meant];
    },
    isReadable: true,
  },
  {
    message: () => 'the keys of a rule stand inside { }',
    meant: (line, _, keys) => {
      const [, lead = '', rule = ''] = /^(\s*(?:- +)*[^\s{}[\]#:"']+:\s+)(\S.*)$/.exec(line.trimEnd()) ?? [];
      if (!/^(?:from|answer|value|template):\s+\S/.test(rule)) return [];
      const inBraces = `${lead}{${rule}}`;
      return [...quotedInBraces(inBraces, keys), inBraces];
    },
  },
  {
    message: () => 'a table is written as {left: right, left: right}',
    meant: line => tables(line),
    isReadable: true,
  },
  {
    message: () => 'a condition compares with =, and names an answer as $answers."…"',
    meant: line => {
      const [, lead = '', condition = ''] = /^(when:\s+)(\S.*)$/.exec(line.trimEnd()) ?? [];
      return condition === '' ? [] : [`${lead}${meantCondition(condition)}`];
    },
  },
];

/** Matches a word and its value without a colon between them, as in `{answer: Weight, as number}`. */
const entryWithoutColon = /(,\s{0,9})([a-zA-Z]+)(\s{1,9})([^\s,{}[\]:]{1,40})(?=\s{0,9}(?:[,}]|$))/g;

function keysWithoutColon(line: string): readonly string[] {
  return [...line.matchAll(entryWithoutColon)].map(([, , key = '']) => key);
}

/** Corrects `{answer: Weight, as number}` where the key has only certain values, and this is one of them. */
function withColons(line: string, { isOneOf }: KnownKeys): string {
  return line.replace(entryWithoutColon, (all, comma, key, _, value) =>
    isOneOf?.(key, value) ? `${comma}${key}: ${value}` : all,
  );
}

function isKey(key: string, { texts, others }: KnownKeys): boolean {
  return texts.has(key) || others.has(key);
}

/** Corrects `{answer: "Geburtstag, as: date}`, in which a text ends before the next key. */
function withQuoteBeforeKey(line: string, _: readonly string[], keys: KnownKeys): readonly string[] {
  return ['"', "'"].flatMap(quote => {
    const start = line.indexOf(quote);
    if (line.split(quote).length !== 2 || !/[{,][^{}]{0,200}:\s{1,9}$/.test(line.slice(0, start))) return [];
    const next = [...line.slice(start).matchAll(/\s{0,9},\s{0,9}([a-zA-Z]+):\s/g)].find(each =>
      isKey(each[1] ?? '', keys),
    );
    if (!next) return [];
    const end = start + next.index;
    return [`${line.slice(0, end)}${quote}${line.slice(end)}`];
  });
}

/** Corrects `values: [a: b]` and `values: a = b` to `values: {a: b}`. */
function tables(line: string): readonly string[] {
  const start = /\bvalues:\s{1,9}(?=[^\s{"'])/.exec(line);
  if (!start) return [];
  const from = start.index + start[0].length;
  const length =
    line[from] === '[' ? line.slice(from).indexOf(']') + 1 : line.slice(from).search(/[{}[\]"']|$/);
  const table = line.slice(from, from + length).replace(/^\[|\]$/g, '');
  const read = table.split(',').map(entry => entry.split(/=>|->|=|: /).map(each => each.trim()));
  if (read.some(each => each.length !== 2 || each.includes(''))) return [];
  return [
    `${line.slice(0, from)}{${read.map(each => each.join(': ')).join(', ')}}${line.slice(from + length)}`,
  ];
}

/** Corrects `{answer: Newsletter?} = "ja"` and `newsletter: ja` to comparisons. */
function meantCondition(condition: string): string {
  const named = condition.replace(
    /\{answer:\s{1,9}(?:"([^"{}]{1,200})"|([^"{}]{1,200}))\}/g,
    (_, quoted, plain) => answerPath(quoted ?? plain.trim()),
  );
  const [, left, right = ''] = /^([^\s:"'={}]+):\s+(\S.*)$/.exec(named) ?? [];
  if (left === undefined) return named;
  return `${left} = ${/^(?:["'\d-]|true$|false$|null$)/.test(right) ? right : JSON.stringify(right)}`;
}

function answerPath(question: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(question);
  return `$answers.${isPlain ? question : JSON.stringify(question)}`;
}
