import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { type Call, customerNumber, withoutZeros } from '../../../inbox/call.ts';
import type { Mapping } from '../../mapping.ts';

/** A customer number, the text from which it was cut, and the parts of the text that are left out. */
export interface CutNumber {
  readonly text: string;
  readonly number: string;
  /** The left-out parts before and behind the number. */
  readonly rest: readonly [before: string, behind: string];
  /** True if digits other than zeros before the number are left out: they may be a part of it. */
  readonly losesDigits: boolean;
}

/** A rule that cuts the customer number from a text. */
export interface CuttingRule {
  readonly name: 'id' | 'customerId';
  readonly place: Place;
  readonly expression: Expression;
  readonly reads: readonly PathReader[];
}

/**
 * Returns a warning about a customer number that lost digits when it was cut from a text: `$substring(nr, 2)` makes
 * 42 of 1042, if the event has the number without the letters before it.
 */
export function cutNumber(mapping: Mapping, scope: Scope, call: Call): Diagnostic | undefined {
  const rule = cuttingRule(mapping);
  const number = rule && customerNumber(call);
  const cut = rule && number !== undefined ? cutFrom(rule, number, scope) : undefined;
  if (!rule || !cut?.losesDigits) return undefined;
  const message = `${rule.name}: the rule makes ${withoutZeros(cut.number)} of ${shown(cut.text)}, so ${lostWords(cut)}`;
  return diagnostic('mapping/cut-number', message, {
    hint: cutHint(rule),
    place: rule.place,
    path: rule.name,
  });
}

/** Every event passes here, and few mappings cut a number. `because` confirms the rule. */
export const cuttingRule = onceFor((mapping: Mapping): CuttingRule | undefined => {
  for (const { name, rule } of mapping.set) {
    const { base, because, lookup } = rule;
    if ((name !== 'id' && name !== 'customerId') || because !== undefined || lookup) continue;
    if (base.kind !== 'expression' || base.expression.path !== null || base.expression.literal !== null)
      continue;
    const { expression, place } = base;
    const paths = placedPaths(expression).filter(({ from, steps }) => from === 0 && steps[0] !== '$linked');
    const reads = paths.map(({ steps, offset, length }) =>
      pathReader({ steps, text: expression.source.slice(offset, offset + length) }),
    );
    return reads.length === 0 ? undefined : { name, place, expression, reads };
  }
  return undefined;
});

/** Returns the text of an event from which a number was cut; undefined if a value of the event is the whole number. */
export function cutFrom({ reads }: CuttingRule, number: string, scope: Scope): CutNumber | undefined {
  const wanted = withoutZeros(number.trim());
  if (!/^\d{1,18}$/.test(wanted)) return undefined;
  const texts = reads.flatMap(read =>
    read(scope).flatMap(each =>
      typeof each === 'string' || typeof each === 'number' ? [String(each).trim()] : [],
    ),
  );
  if (texts.some(text => isWhole(text, wanted))) return undefined;
  return texts.flatMap(text => cutOf(text, number.trim()) ?? [])[0];
}

/** True if a text is a number itself, also with zeros before it or a decimal behind it. */
function isWhole(text: string, number: string): boolean {
  const [whole = '', decimals = ''] = text.split(/[.,]/, 2);
  return withoutZeros(/^0*$/.test(decimals) ? whole : text) === number;
}

function cutOf(text: string, number: string): CutNumber | undefined {
  if (withoutZeros(digitsOf(text)) === withoutZeros(number)) {
    const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
    const [start = 0, end = start] = [places[0], (places.at(-1) ?? 0) + 1];
    return { text, number, rest: [text.slice(0, start), text.slice(end)], losesDigits: false };
  }
  const at = text.lastIndexOf(number);
  if (at === -1) return undefined;
  const rest = [text.slice(0, at), text.slice(at + number.length)] as const;
  return { text, number, rest, losesDigits: true };
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Describes the parts of a text that are no part of its number. */
export function lostWords({ rest, text }: CutNumber): string {
  const parts = rest
    .map(each => each.trim())
    .filter(each => each !== '')
    .map(shown);
  const zeros = /^0+(?=\d)/.exec(text.slice(rest[0].length))?.[0] ?? '';
  if (zeros !== '') parts.push(zeros.length === 1 ? 'the zero before it' : 'the zeros before it');
  return `${parts.join(' and ')} ${parts.length > 1 ? 'are' : 'is'} left out`;
}

/** Returns the hint about a rule that cuts a number. */
export function cutHint({ name, expression }: CuttingRule): string {
  return `look up this number in the calendar; if it is the right customer, write ${name}: {from: ${expressionInYaml(expression.source)}, because: "…"} with the reason`;
}
