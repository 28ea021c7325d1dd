import type { Place } from '../../diagnostics/diagnostic.ts';
import { placeholderIn } from '../../diagnostics/placeholder.ts';
import { compile } from '../../expressions/compile.ts';
import type { Rule } from '../mapping.ts';

/** A text in a rule that is sent unchanged. */
export interface RuleText {
  readonly text: string;
  /** The key of the text. Each text between the parts of a template counts separately. */
  readonly key: 'value' | 'template' | 'default' | 'values' | 'otherwise';
  readonly place: Place;
  /** For a table: the value with this result. */
  readonly entry?: string;
  /** The parts that were probably meant to be filled in, the most certain first. */
  readonly unread: readonly UnreadText[];
}

/** A path or a placeholder in such a text. */
export interface UnreadText {
  readonly written: string;
  /** True if the text consists only of this. */
  readonly isWhole: boolean;
  /** True if it is between signs. Otherwise it is reported only if events have the path. */
  readonly isMarked: boolean;
  /** True if it has a sign that programs replace but people also write: `$name`, `[name]`, `<name>`. */
  readonly isSigned?: true;
  /** The steps of the path, if it is one. */
  readonly steps: readonly string[] | undefined;
}

const kept = new WeakMap<Rule, readonly RuleText[]>();

/** Returns the texts of a rule that are sent unchanged; empty for a rule with a reason. */
export function ruleTexts(rule: Rule): readonly RuleText[] {
  const before = kept.get(rule);
  if (before) return before;
  const texts = rule.because === undefined ? [...textsIn(rule)] : [];
  kept.set(rule, texts);
  return texts;
}

function* textsIn({ base, lookup, default: fallback }: Rule): Generator<RuleText> {
  if (base.kind === 'literal') yield* textAt('value', base);
  if (base.kind === 'template') {
    const isWhole = base.parts.length === 1;
    for (const part of base.parts) yield* textAt('template', { value: part, place: base.place }, isWhole);
  }
  for (const [entry, found] of lookup?.entries ?? []) {
    for (const each of textAt('values', found)) yield { ...each, entry };
  }
  if (lookup?.otherwise) yield* textAt('otherwise', lookup.otherwise);
  if (fallback) yield* textAt('default', fallback);
}

/** The maximum length of a path's name, and of a text with an overlooked placeholder. In characters. */
const longest = 1_000;

function textAt(
  key: RuleText['key'],
  { value, place }: { readonly value: unknown; readonly place: Place },
  isWhole = key !== 'values' && key !== 'otherwise',
): readonly RuleText[] {
  const texts = [value].flat().filter(each => typeof each === 'string' && each.length <= longest);
  return texts.map(each => {
    const text = String(each);
    // In a table and between the parts of a template, a single word is meant as a text.
    const unread = unreadIn({ text, key }).filter(
      ({ isMarked, isSigned, steps = [] }) => isWhole || isMarked || isSigned || steps.length > 1,
    );
    return { text, key, place, unread };
  });
}

/** Patterns for braces and other signs around a name, for `$answers.x`, and for a rule in braces. */
const marked = [
  /\{\{\{?\s*=?([^\s{}][^{}]{0,198}?)\s*\}?\}\}/u,
  /[$#@]\{\s*([^\s{}][^{}]{0,198}?)\s*\}/u,
  /\{\s*(?:answer|from|value|template|question)\s*:\s*([^\s{}][^{}]{0,198}?)\s*\}/u,
  /\{\s*=?([$\p{L}_][\p{L}\p{N}_.$-]{0,198})\s*\}/u,
  /<%[=-]?\s*([^\s<>%][^<>%]{0,80}?)\s*%>/u,
  /%%?([\p{L}_][\p{L}\p{N}_.-]{2,60})%%?(?![\p{L}\p{N}])/u,
  /(\$(?:answers|headers|query|body|event|linked)\b(?:\.(?:[\p{L}\p{N}_]+|"[^"]{1,80}"|`[^`]{1,80}`))*)/u,
];

/** Matches a path with a dot in a text. */
const dotted =
  /(?<![\p{L}\p{N}_.@/:-])\$?[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)+(?![\p{L}\p{N}_@/-])/gu;

/** Matches a name with such a sign before or around it. */
const signed =
  /(?<![\p{L}\p{N}_$:])(?:[$:]([\p{L}_][\p{L}\p{N}_]*)(?![\p{L}\p{N}_.])|\[([\p{L}_][\p{L}\p{N}_. -]{0,60})\]|<([\p{L}_][\p{L}\p{N}_. -]{0,60})>|#([\p{L}_][\p{L}\p{N}_.-]{0,60})#)/gu;

function unreadIn({ text, key }: Pick<RuleText, 'text' | 'key'>): readonly UnreadText[] {
  const whole = text.trim();
  if (whole === '') return [];
  return [
    ...markedIn(whole, key),
    ...(whole.length <= 200 ? bare(whole, whole) : []),
    ...[...whole.matchAll(signed)].slice(0, 10).flatMap(match => signedName(match, whole)),
    ...[...whole.matchAll(dotted)].slice(0, 10).flatMap(([written]) => bare(written, whole)),
  ];
}

function markedIn(whole: string, key: RuleText['key']): readonly UnreadText[] {
  for (const pattern of marked) {
    const [written, name = ''] = pattern.exec(whole) ?? [];
    // A doubled brace in a template is literal. The parser of templates warns about it.
    if (written === undefined || (key === 'template' && /^[$#@]?\{/.test(written))) continue;
    return [{ written, isWhole: written === whole, isMarked: true, steps: stepsOf(name) }];
  }
  if (key === 'template' || placeholderIn(whole) !== 'unfilled') return [];
  const [name = ''] = /[\p{L}_][\p{L}\p{N}_.]{0,80}/u.exec(whole) ?? [];
  return [{ written: whole, isWhole: true, isMarked: true, steps: stepsOf(name) }];
}

function bare(written: string, whole: string): readonly UnreadText[] {
  const asWritten = stepsOf(written);
  const name = written.startsWith('$') ? written.slice(1) : undefined;
  const readings = [asWritten, name === undefined ? undefined : stepsOf(name), [written]];
  return readings.flatMap(steps =>
    steps && steps.length > 0 ? [{ written, isWhole: written === whole, isMarked: false, steps }] : [],
  );
}

function signedName([written, ...names]: RegExpExecArray, whole: string): readonly UnreadText[] {
  const name = names.find(each => each !== undefined) ?? '';
  return [stepsOf(name), [name]].flatMap(steps =>
    steps ? [{ written, isWhole: written === whole, isMarked: false, isSigned: true as const, steps }] : [],
  );
}

function stepsOf(name: string): readonly string[] | undefined {
  if (name === '') return undefined;
  const compiled = compile(name);
  return ('expression' in compiled ? compiled.expression.path : undefined) ?? undefined;
}
