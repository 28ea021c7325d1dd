import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { type Node, nodesOf } from '../../../expressions/syntax-tree.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { consentChoice } from '../../convert/consent-choice.ts';
import { isLimited } from '../../convert/limited-answer.ts';
import { plainAnswer } from '../../convert/plain-answer.ts';
import type { Rule } from '../../mapping.ts';
import { allowsContact, asksForOptOut, isConsentName } from '../../opt-out.ts';
import { consentParameters } from '../../parameters.ts';
import type { SampleBase } from './bases-of-samples.ts';
import { inComparedForm, textsIn } from './compared-texts.ts';
import type { EventShown, Ruled } from './ruled.ts';

/**
 * Returns a warning about a consent that is a yes because a text is only a part of an answer that no sample has:
 * `$contains(versand, "E-Mail")` for "E-Mail verschlüsselt", or because the answer has any letters: `$length(text) > 0`. Not for
 * the compared text alone, for a plain yes, and for several options of which one is the compared text.
 */
export function partAsYes(
  { path, rule, result }: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  const search = searchIn(rule);
  if (!search || result.kind !== 'value' || !isYesTo(path, result.value.text, search)) return undefined;
  const known = new Set(
    samples.flatMap(each => optionsFound(search, each.scope)).map(each => inComparedForm(each.option)),
  );
  const found = optionsFound(search, scope);
  const isYes = ({ option, part }: Found) =>
    known.has(inComparedForm(option)) || (part !== undefined && inComparedForm(option) === part);
  const [first] = found.some(isYes) ? [] : found.filter(each => plainAnswer(each.option) !== true);
  if (!first) return undefined;
  const what = isShown ? shown(first.option) : 'another';
  const why =
    first.part === undefined
      ? 'the rule says yes for a text of any words'
      : `the rule says yes because ${shown(first.literal ?? first.part)} is a part of the answer`;
  const message = `${path}: ${why}; in ${where} the answer is ${what}, which is in no sample of the mapping`;
  const hint =
    'compare with the whole answer that means yes, as in PATH = "…" or "…" in PATH; if this answer is a yes too, keep the event as a test (fieldbridge capture), or add because: with the reason';
  return diagnostic('mapping/new-branch', message, {
    hint,
    place: rule.base.place,
    path,
    severity: 'warning',
  });
}

/** True for a rule that searches in a text, or measures it. */
export function searchesTexts(rule: Rule): boolean {
  return searchIn(rule) !== undefined;
}

function isYesTo(path: string, text: string, { isOfConsent }: Search): boolean {
  const name = path.replace(/^additionalFields\./, '');
  if (consentAnswer(text) === true)
    return consentParameters.has(path) || (name !== path && (isOfConsent || allowsContact(name)));
  return name !== path && isConsentName(name) && consentChoice(text) === true;
}

/** The texts for which an expression searches. */
interface Search {
  readonly readers: readonly PathReader[];
  /** The texts as they are written, by their form in lower case. Empty if the expression asks for the length of a text. */
  readonly literals: ReadonlyMap<string, string>;
  /** True if the expression reads a consent or names one. */
  readonly isOfConsent: boolean;
}

function searchIn({ base, because }: Rule): Search | undefined {
  return base.kind === 'expression' && because === undefined ? searchOf(base.expression) : undefined;
}

const searchOf = onceFor((expression: Expression): Search | undefined => {
  if (!searching.test(expression.source)) return undefined;
  const calls = nodesOf(treeOf(expression)).filter(isSearch);
  const texts = calls.flatMap(each => (each.arguments ?? []).slice(1).flatMap(textsIn));
  if (texts.length === 0 && !lengthAsked.test(expression.source)) return undefined;
  const paths = pathsRead(expression).filter(([first]) => first !== '$linked' && first !== '$event');
  return {
    readers: paths.map(steps => pathReader({ steps, text: pathText(steps) })),
    literals: new Map(texts.map(each => [inComparedForm(each), each])),
    isOfConsent: texts.some(isConsentName) || paths.some(steps => steps.some(isConsentName)),
  };
});

const searching = /\$(?:contains|length)\(/;
const lengthAsked = /\$length\([^()]{1,100}(?:\([^()]{1,100}\))?[^()]{0,20}\)\s?(?:>=?|!=)\s?\d/;

function isSearch({ type, procedure }: Node): boolean {
  return type === 'function' && procedure?.type === 'variable' && procedure.value === 'contains';
}

/** An option in a text, and the searched text that is a part of it. Undefined if any text counts. */
interface Found {
  readonly option: string;
  readonly part: string | undefined;
  readonly literal?: string | undefined;
}

function optionsFound({ readers, literals }: Search, scope: Scope): readonly Found[] {
  const texts = readers
    .flatMap(read => read(scope))
    .filter((each): each is string => typeof each === 'string' && each.length <= longest);
  if (literals.size === 0) {
    const written = texts.map(each => each.trim()).filter(each => each !== '');
    return written.map(option => ({ option, part: undefined }));
  }
  return texts.flatMap(text => {
    const plain = inComparedForm(text);
    const parts = [...literals.keys()].filter(each => each !== '' && plain.includes(each));
    return parts.map(part => ({
      option: optionAround(text, plain.indexOf(part), part.length),
      part,
      literal: literals.get(part),
    }));
  });
}

const longest = 400;

/** Returns the option of a list in words in which a text was found: "E-Mail" in "Post, E-Mail". Each other option may limit it. */
function optionAround(text: string, at: number, length: number): string {
  const from = text.length - text.trimStart().length + at;
  const before = text.slice(0, from).split(separators).at(-1) ?? '';
  const behind = text.slice(from + length).split(separators);
  const [next = '', ...others] = behind;
  const option = `${before}${text.slice(from, from + length)}${next}`.trim();
  return others.some(each => isLimited(each) || asksForOptOut(each)) ? text.trim() : option;
}

const separators = /[,;|\n•]/;
