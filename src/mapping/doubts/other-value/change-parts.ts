import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import type { Mapping } from '../../mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../rules-of.ts';

/**
 * Returns warnings about rules that send only a part of a change: the values that were removed, those that were added
 * to a list, or a pair of the old and the new value (`changes.note` is `["old", "new"]`).
 */
export function changeParts(mapping: Mapping, { input }: Pick<Scope, 'input'>): readonly Diagnostic[] {
  return readPaths(mapping).flatMap(({ path, rule, steps, source }) => {
    const found =
      partOfList(steps, input) ?? partOfPair(steps, source, input) ?? olderVersion(steps, source, input);
    if (!found) return [];
    const hint = `${found.hint}; if this is meant, add because: with the reason`;
    const details = { hint, place: rule.base.place, path };
    return [diagnostic('mapping/former-value', `${path}: ${pathText(steps)} ${found.is}`, details)];
  });
}

interface ReadPath extends NamedRule {
  readonly steps: readonly string[];
  readonly source: string;
}

/** Cached, since every event passes here. */
const readPaths = onceFor((mapping: Mapping): readonly ReadPath[] =>
  namedRules(mapping)
    .filter(({ rule }) => rule.because === undefined)
    .flatMap(named =>
      ruleExpressions(named.rule).flatMap(expression =>
        pathsRead(expression)
          .filter(
            steps =>
              !steps[0]?.startsWith('$') &&
              steps.some(step => ofChanges.some(each => each.test(plain(step)))),
          )
          .map(steps => ({ ...named, steps, source: expression.source })),
      ),
    ),
);

function plain(step: string): string {
  return step.replace(/[^\p{L}]/gu, '').toLowerCase();
}

const additions = /^(?:added|hinzugef\u00fcgte?|neu hinzugef\u00fcgt)(.*)$/;
const removals = /^(?:removed|entfernte?)(.*)$/;
const changes =
  /^(?:previous|model|saved)?changes?$|^(?:changed|updated|modified)(?:attributes|fields|properties|values)$|^(?:\u00e4nderungen|aenderungen|diff)$/;
const versions = /^versions$/;
const ofChanges = [additions, removals, changes, versions];

interface Part {
  readonly is: string;
  readonly hint: string;
}

/** Handles `interests.added` beside `interests.removed`, and `removed_tags` beside `tags`. */
function partOfList(steps: readonly string[], input: unknown): Part | undefined {
  const at = steps.findIndex(step => additions.test(plain(step)) || removals.test(plain(step)));
  const record = at === -1 ? undefined : steps.slice(0, at).reduce(ownValue, input);
  if (typeof record !== 'object' || record === null) return undefined;
  const step = plain(steps[at] ?? '');
  const isRemoval = removals.test(step);
  const rest = (isRemoval ? removals : additions).exec(step)?.[1] ?? '';
  const others = Object.keys(record);
  const other = others.find(key => (isRemoval ? additions : removals).exec(plain(key))?.[1] === rest);
  const whole = rest === '' ? undefined : others.find(key => plain(key) === rest);
  if (other === undefined && whole === undefined) return undefined;
  const hint =
    whole === undefined
      ? 'have the sender send the whole list as it is after the change, and read that'
      : `write ${pathText(steps.with(at, whole))}`;
  return isRemoval
    ? { is: 'is by its name what the change removed', hint }
    : { is: 'is by its name only what the change added, and replaces what the customer had', hint };
}

/**
 * Handles an object of changes whose values are all lists of two, the old and the new value, also for fields of its own
 * kind below (`changes.custom_fields.note`), and `{from, to}`.
 */
function partOfPair(steps: readonly string[], source: string, input: unknown): Part | undefined {
  const at = steps.findIndex(step => changes.test(plain(step)));
  if (at === -1 || /\[\s*(?:1|-1)\s*\]/.test(source)) return undefined;
  const [parent, key = ''] = [steps.slice(0, -1), steps.at(-1)];
  const record = parent.reduce(ownValue, input);
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return undefined;
  if (key === 'from' && ownValue(record, 'from') !== undefined && ownValue(record, 'to') !== undefined)
    return { is: 'is the value before the change', hint: `write ${pathText([...parent, 'to'])}` };
  if (steps.length < at + 2 || steps.length > at + 3) return undefined;
  const values = Object.values(record).filter(each => Array.isArray(each) || typeof each !== 'object');
  const own = ownValue(record, key);
  const isSure =
    values.length > 1 || readsFirst.test(source) || (Array.isArray(own) && own.some(each => each === null));
  if (!Array.isArray(own) || !isSure || !values.every(each => Array.isArray(each) && each.length === 2))
    return undefined;
  const path = pathText(steps);
  const isWhole = source.replace(readsFirst, '').trim() === path;
  const hint = `write ${isWhole ? expressionInYaml(`${path}[1]`) : `${path}[1]`}, which is the new value`;
  return { is: 'is a list of the value before the change and the new one', hint };
}

/** Handles the versions of a value beside the value itself, the newest first: `email.versions[1].value`. */
function olderVersion(steps: readonly string[], source: string, input: unknown): Part | undefined {
  const at = steps.findIndex(step => versions.test(plain(step)));
  const record = at === -1 ? undefined : steps.slice(0, at).reduce(ownValue, input);
  const isOlder = /versions\s*\[\s*(?:-\d|[1-9])/.test(source);
  if (!isOlder || typeof record !== 'object' || record === null || ownValue(record, 'value') === undefined)
    return undefined;
  return {
    is: 'has the earlier versions of the value',
    hint: `write ${pathText([...steps.slice(0, at), 'value'])}`,
  };
}

/** The first of a pair is the old value. */
const readsFirst = /\[\s*0\s*\]/;
