import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { compile } from '../../../expressions/compile.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import type { Mapping, Rule } from '../../../mapping/mapping.ts';
import { type NamedRule, namedRules } from '../../../mapping/rules-of.ts';
import { ruleTexts, type UnreadText } from '../../../mapping/unread/rule-texts.ts';
import { unreadPath } from '../../../mapping/unread/unread-path.ts';
import { quoted } from '../../fault.ts';
import { isSpeltAlike, meantPath } from '../paths/check-paths.ts';
import { type KnownPaths, knownPaths } from '../paths/known-paths.ts';
import { hasPath } from '../paths/path-tree.ts';
import { type RootedPath, rooted, wholePath } from '../paths/paths-in.ts';
import type { Trial } from '../trial.ts';

/** Parameters with few possible words as values, each of which may also be a name in payloads. */
const ofFewWords: ReadonlySet<string> = new Set(['customerStatus', 'genderType']);

/** Returns true if a text is a choice of the rule's field. */
export type IsChoice = (path: string, text: string) => boolean;

/**
 * Finds texts of rules that are sent unchanged but contain a path or a placeholder: a path that samples or
 * stored events have, or a name between signs. One for each rule. `because:` confirms the text.
 */
export function checkUnread(
  mapping: Mapping,
  trials: readonly Trial[],
  isChoice: IsChoice,
): readonly Diagnostic[] {
  const known = knownPaths(mapping.source, trials);
  return namedRules(mapping).flatMap(({ rule, path }) => {
    for (const text of ruleTexts(rule)) {
      for (const unread of text.unread) {
        if (!unread.isMarked && (ofFewWords.has(path) || isChoice(path, text.text))) continue;
        const meant = meantBy(unread, known);
        if (meant !== undefined || unread.isMarked) return [unreadPath(text, unread, { path, rule, meant })];
      }
    }
    return [];
  });
}

/** Returns the path that events have: the same one, or a similar one if the text is between signs. */
function meantBy({ steps, isMarked }: UnreadText, known: KnownPaths): string | undefined {
  const written = steps && rooted(steps);
  if (!written || written.steps.length === 0) return undefined;
  const tree = known.all.get(written.root);
  if (tree && hasPath(tree, written.steps)) return pathText(wholePath(written));
  const near = isMarked ? meantPath(written, known, 'anywhere') : undefined;
  return near && pathText(wholePath(near));
}

/**
 * Finds literals that were probably meant as a path, since samples or stored events have one of this name: a
 * note if the literal may be intended, a warning if it has another fault (`told`). `because:` confirms it.
 */
export function checkLiterals(
  mapping: Mapping,
  trials: readonly Trial[],
  told: readonly Diagnostic[],
): readonly Diagnostic[] {
  const known = knownPaths(mapping.source, trials);
  return namedRules(mapping).flatMap(named => {
    const { rule, path } = named;
    const literal = rule.because === undefined && rule.lookup === undefined ? literalOf(rule) : undefined;
    if (!literal) return [];
    const { place } = rule.base;
    const isFaulty = told.some(each => each.place?.line === place.line && each.place.column === place.column);
    const meant = pathMeantBy(literal.text, known, (written, near) =>
      isFaulty ? written.steps.length === near.steps.length : isLikely(named, written, near),
    );
    if (meant === undefined) return [];
    const message = `${quoted(literal.text)} is sent literally, although the events have the path ${meant}`;
    const from = expressionInYaml(meant);
    const hint = `to send the value of the path, write from: ${from} instead of ${literal.key}: ${literal.text}`;
    const severity = isFaulty ? 'warning' : 'info';
    return [diagnostic('expression/literal-name', message, { hint, severity, place, path })];
  });
}

/** Returns a literal text of a rule, and its key. */
function literalOf({ base }: Rule): { readonly text: string; readonly key: string } | undefined {
  if (base.kind === 'literal' && typeof base.value === 'string') return { text: base.value, key: 'value' };
  const [part, ...others] = base.kind === 'template' ? base.parts : [];
  return typeof part === 'string' && others.length === 0 ? { text: part, key: 'template' } : undefined;
}

/** The maximum length of a path's name in characters. */
const longestName = 200;

function pathMeantBy(
  text: string,
  known: KnownPaths,
  accepts: (written: RootedPath, near: RootedPath) => boolean,
): string | undefined {
  if (text.length > longestName) return undefined;
  const compiled = compile(text);
  const path = 'expression' in compiled ? compiled.expression.path : null;
  for (const steps of [...(path ? [path] : []), [text]]) {
    const written = rooted(steps);
    if (!written || written.steps.length === 0) continue;
    const tree = known.all.get(written.root);
    const near = tree && hasPath(tree, written.steps) ? written : meantPath(written, known, 'only misspelt');
    if (near && accepts(written, near)) return pathText(wholePath(near));
  }
  return undefined;
}

/** A field's word may differ from a path only in case: `lead.source: {value: Website}` beside `website`. */
function isLikely({ path }: NamedRule, written: RootedPath, near: RootedPath): boolean {
  if (ofFewWords.has(path)) return false;
  const isOfParameter = !path.startsWith('additionalFields.');
  return isSpeltAlike(written, near) && (isOfParameter || written.steps.length > 1);
}
