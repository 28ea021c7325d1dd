import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import type { Rule } from '../../mapping.ts';
import { allowsContact } from '../../opt-out.ts';
import { consentParameters } from '../../parameters.ts';

/**
 * Returns a warning about a yes that is made of a part of a consent field which is there without the tick: the number of its text's
 * version, or the text. `because` confirms the rule.
 */
export function yesByPart(
  value: unknown,
  { base, as, lookup, because }: Rule,
  { path, scope }: { readonly path: string; readonly scope: Scope },
): readonly Diagnostic[] {
  if (because !== undefined || base.kind !== 'expression' || consentAnswer(value) !== true) return [];
  const name = path.replace(/^additionalFields\./, '');
  const isYes = as === 'boolean' || lookup !== undefined || value === true;
  const isOfConsent = isYes || consentParameters.has(path) || (allowsContact(name) && !ofText.test(name));
  const found = isOfConsent ? partOfConsent(base.expression, scope) : undefined;
  if (!found) return [];
  const { read, tick, part, isTicked } = found;
  const what = part === 'text' ? 'the text' : 'the version of the text';
  const message = isTicked
    ? `${path}: the rule makes a yes of ${read}, which is ${what} of a consent field; its tick is ${tick}`
    : `${path}: the rule says yes because of ${read}, which is ${what} of a consent field, but the tick ${tick} is ${shown(found.value)}`;
  const hint = `write ${name}: {from: ${expressionInYaml(tick)}, as: boolean}; if it is right, add because: with the reason`;
  const code = isTicked ? 'mapping/other-name' : 'mapping/denied-consent';
  return [diagnostic(code, message, { hint, place: base.place, path, severity: 'warning' })];
}

const ofText = /text|version|revision|fassung|wortlaut|label/i;

/** A part of the answer to a consent field that is there without the tick. */
interface PartOfConsent {
  /** The path that is read, and that of the tick. */
  readonly read: string;
  readonly tick: string;
  readonly part: 'text' | 'version';
  /** The value of the tick. */
  readonly value: unknown;
  readonly isTicked: boolean;
}

/**
 * Returns the part of a consent field that an expression reads in place of its tick. Forms write such a field as several keys:
 * `14.1` is the tick, `14.2` the text, and `14.3` the number of the text's version. The last two are there in any case. Undefined
 * for the options of a choice, of which each has a text, and if the expression reads the tick too.
 */
function partOfConsent(expression: Expression, { input }: Pick<Scope, 'input'>): PartOfConsent | undefined {
  if (expression.answer !== undefined) return undefined;
  const paths = pathsRead(expression);
  const read = new Set(paths.map(pathText));
  for (const steps of paths) {
    const [, field, sign, number] = numbered.exec(steps.at(-1) ?? '') ?? [];
    if (field === undefined || steps[0]?.startsWith('$')) continue;
    const above = steps.slice(0, -1);
    const at = (part: number) => [...above, `${field}${sign}${part}`];
    const [value, text, version, further] = [1, 2, 3, 4].map(part =>
      at(part).reduce<unknown>(ownValue, input),
    );
    const isConsent =
      further === undefined && isTick(value) && isTextOfConsent(text) && /^\d{1,9}$/.test(textOf(version));
    const tick = pathText(at(1));
    if (!isConsent || read.has(tick)) continue;
    const isTicked = consentAnswer(value) === true;
    return { read: pathText(steps), tick, part: number === '2' ? 'text' : 'version', value, isTicked };
  }
  return undefined;
}

const numbered = /^(.{1,80})([._])([23])$/;

/** A tick is 1, or empty. */
function isTick(value: unknown): boolean {
  return value === null || value === '' || consentAnswer(value) !== undefined;
}

function isTextOfConsent(text: unknown): boolean {
  return typeof text === 'string' && /\p{L}\s+\S/u.test(text);
}

function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? `${value}` : '';
}
