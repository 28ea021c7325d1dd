import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { areSpeltAlike } from '../../../diagnostics/spellings.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead, placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isGiven } from '../../../receive/answers/answers.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { type ExpressionUse, expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { allowsContact, asksForConsent } from '../../opt-out.ts';
import { consentParameters } from '../../parameters.ts';
import { compactKey, isTypeKey } from '../event-kind/event-type-keys.ts';
import { isOfOtherType } from '../event-kind/new-event-type.ts';
import { isFittingAnswer } from './fitting-answer.ts';
import { haveTopicInCommon } from './question-words.ts';
import { isNameOfData, sampleRoots } from './sample-roots.ts';

/**
 * Returns warnings about paths that rules and the condition read, and that an event lacks, if the event has the same key in other capitals
 * (`Newsletter`), or below another object (`consents.newsletter`), where no sample has one: nothing is sent, not even a no. `because`
 * does not confirm it, since it is about the key of the samples. `where` names the event.
 */
export function movedKeys(
  mapping: Mapping,
  input: Pick<MappingInput, 'payload' | 'headers'>,
  { where = 'the event' } = {},
): readonly Diagnostic[] {
  const lacking = pathsOfRules(mapping).filter(
    ({ steps, others }) =>
      valueAt(input.payload, steps) === undefined &&
      others.every(each => valueAt(input.payload, each) === undefined),
  );
  // Another type of event has other keys.
  if (lacking.length === 0 || isOfOtherType(mapping, input)) return [];
  const present = Map.groupBy(placesIn(input.payload), ({ steps }) => compactKey(steps.at(-1) ?? ''));
  const found = lacking.flatMap(read => {
    const places = present.get(compactKey(read.steps.at(-1) ?? '')) ?? [];
    const now = places.find(each => isMoved(each, read, mapping));
    return now ? [warning(read, now, where)] : [];
  });
  return [...new Map(found.map(each => [each.path, each])).values()];
}

/** A path that a rule or the condition reads and that samples have. */
interface PathRead {
  readonly use: ExpressionUse;
  readonly steps: readonly string[];
  /** The other paths of its expression, of which one may replace it. */
  readonly others: readonly (readonly string[])[];
  readonly isConsent: boolean;
  readonly values: readonly unknown[];
  /** True if all samples have it. */
  readonly isAlways: boolean;
}

/** Every event passes here, and the samples stay the same. */
const pathsOfRules = onceFor((mapping: Mapping): readonly PathRead[] => {
  const roots = sampleRoots(mapping);
  return expressionUses(mapping).flatMap(use => {
    const isValue = use.rule !== undefined && use.path !== 'id';
    if (!(isValue || use.path === 'when') || use.expression.answer !== undefined) return [];
    const all = pathsRead(use.expression);
    const paths = placedPaths(use.expression).filter(
      ({ from, bare, steps }) => from === 0 && bare === steps.length && !steps[0]?.startsWith('$'),
    );
    return paths.flatMap(({ steps, mayMiss }): readonly PathRead[] => {
      const found = roots.map(root => valueAt(root, steps)).filter(each => each !== undefined);
      if (found.length === 0) return [];
      const others = mayMiss ? all.filter(each => pathText(each) !== pathText(steps)) : [];
      const isAlways = found.length === roots.length;
      const isConsent = isOfConsent(use, steps);
      return [{ use, steps, others, isConsent, isAlways, values: found.filter(isGiven) }];
    });
  });
});

function isOfConsent({ path }: ExpressionUse, steps: readonly string[]): boolean {
  const name = path.replace(/^additionalFields\./, '');
  return consentParameters.has(path) || (name !== path && allowsContact(name)) || steps.some(asksForConsent);
}

function valueAt(root: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(ownValue, root);
}

interface PlaceOfValue {
  readonly steps: readonly string[];
  readonly value: unknown;
}

/** Returns the places of an event, the upper ones first. Those in lists are entries of their own. */
function placesIn(payload: unknown): readonly PlaceOfValue[] {
  const found: PlaceOfValue[] = [];
  let level: readonly PlaceOfValue[] = [{ steps: [], value: payload }];
  for (let depth = 0; depth < deepest && level.length > 0 && found.length < mostPlaces; depth += 1) {
    level = level.flatMap(({ steps, value }) =>
      isPlainObject(value)
        ? Object.entries(value).map(([key, each]) => ({ steps: [...steps, key], value: each as unknown }))
        : [],
    );
    found.push(...level.slice(0, mostPlaces));
  }
  return found;
}

const deepest = 5;
const mostPlaces = 500;

function isMoved({ steps, value }: PlaceOfValue, read: PathRead, mapping: Mapping): boolean {
  const { use, values, isConsent, isAlways } = read;
  const isSpelt = areSteps(steps, read.steps);
  const isElsewhere = isConsent
    ? areSteps(steps.slice(-1), read.steps.slice(-1))
    : isAlways &&
      isOfWhole(steps, read.steps) &&
      // A condition is about the event: its `type` at another place is still that of the event.
      (use.path === 'when' || isTelling(read.steps.at(-1) ?? ''));
  const last = steps.at(-1) ?? '';
  const isData = isNameOfData(last) || (use.path === 'when' && (isSpelt || isTypeKey(compactKey(last))));
  if (!(isSpelt || isElsewhere) || !isGiven(value) || !isData) return false;
  return (
    isFittingAnswer(value, values, use) &&
    isPlainObject(value) === values.some(isPlainObject) &&
    sampleRoots(mapping).every(root => valueAt(root, steps) === undefined) &&
    !readPlaces(mapping).has(pathText(steps))
  );
}

function areSteps(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((step, at) => areSpeltAlike(step, other[at] ?? ''));
}

/** True if one path is the whole other one below or above some object: `frist` and `data.frist`. */
function isOfWhole(one: readonly string[], other: readonly string[]): boolean {
  const least = Math.min(one.length, other.length);
  return one.length !== other.length && areSteps(one.slice(-least), other.slice(-least));
}

/** True for a key that only one value of a payload has. `date` and `phone` may stand in each object. */
function isTelling(key: string): boolean {
  return haveTopicInCommon(key, key);
}

const readPlaces = onceFor(
  (mapping: Mapping): ReadonlySet<string> =>
    new Set(expressionUses(mapping).flatMap(({ expression }) => pathsRead(expression).map(pathText))),
);

function warning({ use, steps, isAlways }: PathRead, now: PlaceOfValue, where: string): Diagnostic {
  const name = use.path.replace(/^additionalFields\./, '');
  const [read, found] = [steps, now.steps].map(each => visibleText(pathText(each).slice(0, longestShown)));
  const have = isAlways ? 'all samples of the mapping have' : 'a sample of the mapping has';
  const how = areSteps(now.steps, steps) ? 'in another spelling' : 'at another place';
  const message = `${name} reads ${read}, which ${have} and ${where} does not, so nothing is read; the same key is there ${how}, as ${found}`;
  const isWhole = use.expression.path !== null;
  const written = isWhole ? expressionInYaml(pathText(now.steps)) : found;
  const hint = `if it is the same value, write ${written} in place of ${read}, and renew the sample; if not, keep the event as a test (fieldbridge capture)`;
  return diagnostic('mapping/renamed-question', message, { hint, place: use.place, path: use.path });
}

const longestShown = 120;
