import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { compile } from '../../../expressions/compile.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { truthOf } from '../../evaluate/truth.ts';
import type { Mapping } from '../../mapping.ts';
import { namedRules } from '../../rules-of.ts';

/** One part of `subscribed and $not(unsubscribed)`. */
interface Part {
  readonly kind: 'positive' | 'negated' | 'exists';
  /** The path that it reads, as it is written. */
  readonly text: string;
  readonly values: PathReader;
  /** Returns true if the part is true in an event that has its value. */
  readonly holds: (scope: Scope) => boolean;
}

interface Conjunction {
  readonly path: string;
  readonly place: Place;
  readonly source: string;
  readonly parts: readonly Part[];
}

/**
 * Returns warnings about rules that join values with `and $not(…)` and give a no only because the event lacks one of them:
 * $not of a missing value gives nothing, so a yes is lost, and an opt-in beside the state of an opt-out is no box that
 * was left unticked. `because` confirms a rule. Every event passes here.
 */
export function lostByConjunction(mapping: Mapping, scope: Scope): readonly Diagnostic[] {
  return conjunctions(mapping).flatMap(rule => {
    const isLacking = ({ kind, values }: Part) => kind !== 'exists' && values(scope).length === 0;
    const lacking = rule.parts.filter(isLacking);
    const others = rule.parts.filter(each => !isLacking(each));
    if (lacking.length === 0 || others.length === 0 || !others.every(each => each.holds(scope))) return [];
    const opposed = lacking.find(({ kind }) => kind === 'positive');
    if (!opposed) return lostYes(rule, lacking);
    const isState = others.some(({ kind, values }) => kind === 'negated' && values(scope).some(isDenied));
    return isState ? inventedNo(rule, opposed) : [];
  });
}

/** A box that is not ticked is often left out or empty, and the state of an opt-out is a value. */
function isDenied(value: unknown): boolean {
  return value === false || value === 0;
}

function lostYes({ path, place, source }: Conjunction, lacking: readonly Part[]): readonly Diagnostic[] {
  const texts = lacking.map(({ text }) => text);
  const cured = texts.reduce(
    (written, text) => written.replaceAll(`$not(${text})`, `$not($exists(${text}) and ${text})`),
    source,
  );
  const message = `${path}: the event has no ${visibleText(texts.join(' and no '))}, and $not of a missing value is not true, so ${nameOf(path)} becomes false, although all the rest of the rule is true`;
  const hint = `write ${expressionInYaml(cured)}; if it is right, add because: with the reason`;
  return [diagnostic('mapping/set-by-absence', message, { hint, place, path })];
}

function inventedNo({ path, place, source }: Conjunction, { text }: Part): readonly Diagnostic[] {
  const message = `${path}: the event has no ${visibleText(text)}, and ${nameOf(path)} becomes false, although all the rest of the rule is true`;
  const hint = `write ${expressionInYaml(`$exists(${text}) ? (${source})`)}, which sends nothing then; if it is right, add because: with the reason`;
  return [diagnostic('mapping/set-by-absence', message, { hint, place, path })];
}

function nameOf(path: string): string {
  return path.replace(/^additionalFields\./, '');
}

const conjunctions = onceFor((mapping: Mapping): readonly Conjunction[] =>
  namedRules(mapping).flatMap(({ path, rule }) => {
    const { base, lookup, because } = rule;
    if (base.kind !== 'expression' || lookup || because !== undefined) return [];
    if (!path.startsWith('additionalFields.') || base.expression.answer !== undefined) return [];
    const parts = partsOf(base.expression) ?? [];
    const hasBoth = parts.some(({ kind }) => kind === 'negated') && parts.length > 1;
    return hasBoth ? [{ path, place: base.place, source: base.expression.source.trim(), parts }] : [];
  }),
);

/** Returns the parts of a conjunction of paths, comparisons and negated paths; undefined for any other expression. */
function partsOf({ source }: Expression): readonly Part[] | undefined {
  const whole = source
    .trim()
    .replace(/\?\s*true\s*:\s*false$/, '')
    .trim();
  const inside = whole.startsWith('(') && whole.endsWith(')') ? whole.slice(1, -1) : whole;
  const parts = inside.split(/\sand\s/).map(each => partOf(each.trim()));
  return parts.every(each => each !== undefined) ? parts : undefined;
}

const calledWith = /^\$(not|exists)\(\s*([\p{L}_$][\p{L}\p{N}_$.]*)\s*\)$/u;
const plain = /^([\p{L}_$][\p{L}\p{N}_$.]*)(?:\s*=\s*(?:"[^"]*"|'[^']*'|true|\d+))?$/u;

function partOf(written: string): Part | undefined {
  const [, called, argument] = calledWith.exec(written) ?? [];
  const [, own] = plain.exec(written) ?? [];
  const text = argument ?? own;
  if (text === undefined) return undefined;
  const direct = evaluatorOf(called === undefined ? written : text);
  const [steps, ...others] = stepsRead(text);
  if (!direct || !steps || others.length > 0) return undefined;
  const values = pathReader({ steps, text });
  if (called === 'exists') return { kind: 'exists', text, values, holds: scope => values(scope).length > 0 };
  const isNegated = called === 'not';
  return {
    kind: isNegated ? 'negated' : 'positive',
    text,
    values,
    holds: scope => truthOf(direct(scope)) !== isNegated,
  };
}

function evaluatorOf(text: string): Expression['evaluateDirectly'] {
  const compiled = compile(text);
  return 'expression' in compiled ? compiled.expression.evaluateDirectly : undefined;
}

function stepsRead(text: string): readonly (readonly string[])[] {
  const compiled = compile(text);
  return 'expression' in compiled ? pathsRead(compiled.expression) : [];
}
