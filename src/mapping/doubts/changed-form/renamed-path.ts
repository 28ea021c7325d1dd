import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isGiven } from '../../../receive/answers/answers.ts';
import { comparedName } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping } from '../../mapping.ts';
import { isOfOtherType } from '../event-kind/new-event-type.ts';
import { isNamedInMapping } from '../named-in-mapping.ts';
import { isFittingAnswer, yesOrNo } from './fitting-answer.ts';
import { formOfValue, isTelling } from './form-of-value.ts';
import { entriesIn, type KeyedValue, type KeyRead, keysRead } from './keys-read.ts';
import { haveWordInCommon } from './question-words.ts';
import { textsOfSamples } from './questions-in-samples.ts';
import { isNameOfData } from './sample-roots.ts';

/**
 * Returns a warning about a key that a mapping reads, that all its samples have, and that an event lacks, if the event has a
 * key at the same place that neither a sample nor an expression knows: `merges.SMS` became `merges.SMS_OK`. The value must
 * have the form of the sample's, and the event most of the other keys there. It is the warning of questions, for senders
 * that have none.
 */
export function renamedPath(
  mapping: Mapping,
  input: Pick<MappingInput, 'payload' | 'headers'>,
  { only, others = [mapping], where = 'the event' }: PathsCounted = {},
): Diagnostic | undefined {
  const { payload } = input;
  const counted = keysRead(mapping).filter(
    ({ use, entry }) => only === undefined || (only === 'entries' ? entry !== undefined : use.path === only),
  );
  const lacking = counted.flatMap(read => lackedBy(payload, read, others) ?? []);
  // Another type of event has other keys.
  const found = lacking.length > 0 && isOfOtherType(mapping, input) ? [] : lacking;
  const [first] = found;
  if (!first) return undefined;
  const fresh = [...new Set(found.flatMap(each => each.fresh))];
  const lacked = [...new Set(found.map(({ read }) => read.written))];
  const { use } = first.read;
  const name = use.path.replace(/^additionalFields\./, '');
  const reads = `${name} reads ${visibleText(first.read.written)}${lacked.length > 1 ? ` (and other rules ${listed(lacked.slice(1))})` : ''}`;
  const message = `${reads}, which all samples of the mapping have and ${where} does not; at the same place, it has ${listed(fresh)}, which ${fresh.length > 1 ? 'are' : 'is'} new`;
  const isOne = fresh.length === 1 && lacked.length === 1;
  const isWhole = use.expression.source.trim() === first.read.source;
  const written = isWhole ? expressionInYaml(fresh[0] ?? '') : (fresh[0] ?? '');
  const cure = isOne
    ? `if it is the same value, write ${shown(written)} in place of ${shown(first.read.written)}`
    : `look which of them has the value, and write it in place of ${shown(first.read.written)}`;
  const hint = `${cure}, and renew the sample; if not, keep the event as a test (fieldbridge capture)`;
  return diagnostic('mapping/renamed-question', message, { hint, place: use.place, path: use.path });
}

/** The paths that count, and the name of the event. */
interface PathsCounted {
  /** Those of the condition, or those of the entries of a list: `consents[label="sms"].value`. */
  readonly only?: 'when' | 'entries';
  readonly others?: readonly Mapping[];
  readonly where?: string;
}

function listed(paths: readonly string[]): string {
  const shownPaths = paths.slice(0, mostShown).map(shown).join(', ');
  return paths.length > mostShown ? `${shownPaths} and ${paths.length - mostShown} more` : shownPaths;
}

function shown(path: string): string {
  return visibleText(path.slice(0, longestShown));
}

const mostShown = 5;
const longestShown = 120;

interface Lacked {
  readonly read: KeyRead;
  /** The paths of the new values. */
  readonly fresh: readonly string[];
}

function lackedBy(payload: unknown, read: KeyRead, mappings: readonly Mapping[]): Lacked | undefined {
  const { steps, entry, written } = read;
  let object = payload;
  for (const [depth, step] of steps.entries()) {
    if (!isPlainObject(object)) return undefined;
    const next = ownValue(object, step);
    if (next === undefined) {
      const rest = steps.slice(depth + 1);
      const keys = Object.entries(object);
      const named = keys.map(([name, value]) => ({ name, value: rest.reduce(ownValue, value as unknown) }));
      const above = steps.slice(0, depth);
      const fresh = entry ? [] : freshOf(named, read, { mappings, depth, payload });
      return fresh.length === 0
        ? undefined
        : { read, fresh: fresh.map(({ name }) => pathText([...above, name, ...rest])) };
    }
    object = next;
  }
  if (!entry) return undefined;
  const named = entriesIn(object, entry);
  // A name in another case is told as a comparison that is nearly equal.
  if (named.length === 0 || named.some(({ name }) => isSameName(name, entry.name))) return undefined;
  const fresh = freshOf(named, read, { mappings, depth: steps.length, payload });
  const at = written.indexOf(entry.name);
  const pathOf = (name: string) =>
    written.slice(0, at - 1) + JSON.stringify(name) + written.slice(at + entry.name.length + 1);
  return fresh.length === 0 ? undefined : { read, fresh: fresh.map(({ name }) => pathOf(name)) };
}

interface Lacking {
  /** The mappings that may know a name. */
  readonly mappings: readonly Mapping[];
  readonly depth: number;
  readonly payload: unknown;
}

/** Returns the values at the place of a missing one that may be it under a new name. */
function freshOf(
  named: readonly KeyedValue[],
  read: KeyRead,
  { mappings, depth, payload }: Lacking,
): readonly KeyedValue[] {
  if (read.others.some(steps => steps.reduce<unknown>(ownValue, payload) !== undefined)) return [];
  const further = named.filter(
    ({ name, value }) => isGiven(value) && mappings.every(each => isNew(name, each)),
  );
  if (further.length === 0) return [];
  const beside = read.beside[depth] ?? [];
  const kept = beside.filter(each =>
    named.some(({ name }) => (read.entry ? isSameName(name, each) : name === each)),
  );
  const gone = beside.length - kept.length + 1;
  // Some senders send only what was changed.
  if (beside.length > 0 && (kept.length === 0 || kept.length * 2 < beside.length))
    return further.some(each => isLongerName(each, read))
      ? further.filter(each => isLongerName(each, read))
      : allInstead(further, read, { depth, gone });
  const fresh = further.filter(({ value }) => isFitting(value, read));
  const own = [read.entry?.name ?? read.steps.at(-1) ?? '', read.use.path.replace(/^additionalFields\./, '')];
  const alike = () => fresh.filter(({ name }) => own.some(each => haveWordInCommon(each, name)));
  // Without other keys, only the words show that it is the same place.
  if (beside.length === 0) return alike();
  // Many values are texts, so as many of them must be new as are missing.
  const isOnlyChange = gone === further.length && gone <= mostChanges;
  return isOnlyChange || fresh.every(({ value }) => isTelling(value)) ? fresh : alike();
}

const mostChanges = 3;

/**
 * Returns the new values of a list or an object of which hardly any name is left, if at least as many are new as are missing:
 * all labels of a list were renamed at once. The keys of an object may be those of another kind of event, so there, as many
 * values must be a yes or no, or of another telling form.
 */
function allInstead(
  further: readonly KeyedValue[],
  read: KeyRead,
  { depth, gone }: { readonly depth: number; readonly gone: number },
): readonly KeyedValue[] {
  const fitting = further.filter(({ value }) => isFitting(value, read));
  const counted = read.entry ? further : depth === 0 ? [] : fitting.filter(({ value }) => isTelling(value));
  return counted.length >= gone ? fitting : [];
}

function isSameName(one: string, other: string): boolean {
  return comparedName(one) === comparedName(other);
}

/** True for a yes or no whose name has the whole one of the missing value in it: `NEWSLETTER_ABGEMELDET`. */
function isLongerName({ name, value }: KeyedValue, { entry, steps }: KeyRead): boolean {
  const [own, other] = [entry?.name ?? steps.at(-1) ?? '', name].map(comparedName);
  const isLonger = own !== undefined && own.length >= shortestName && other !== own && other?.includes(own);
  return isLonger === true && formOfValue(value) === yesOrNo;
}

const shortestName = 3;

/** Remembered, since most events have the same keys. */
function isNew(name: string, mapping: Mapping): boolean {
  const names = judged(mapping);
  const before = names.get(name);
  if (before !== undefined) return before;
  const found =
    isNameOfData(name) &&
    !textsOfSamples(mapping).has(comparedName(name)) &&
    !isNamedInMapping(mapping, name);
  if (names.size >= mostNames) names.clear();
  names.set(name, found);
  return found;
}

const judged = onceFor((_: Mapping) => new Map<string, boolean>());
const mostNames = 1_000;

/** True if a value has the form of those of the samples, and the rule can read it. */
function isFitting(value: unknown, { values, forms, use }: KeyRead): boolean {
  const isOfForm = forms.size === 0 || (forms.size === 1 && forms.has(formOfValue(value)));
  return isOfForm && isFittingAnswer(value, values, use);
}
