import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { quotedName } from '../../mapping/answers/answer-expression.ts';
import { isFittingAnswer } from '../../mapping/doubts/changed-form/fitting-answer.ts';
import { listedNames } from '../../mapping/doubts/changed-form/listed-names.ts';
import { textsOfSamples } from '../../mapping/doubts/changed-form/questions-in-samples.ts';
import { captureCommand, cureOfSeveral, renamed } from '../../mapping/doubts/changed-form/renamed-hint.ts';
import { earlierForm, type FormerQuestions } from '../../mapping/doubts/changed-form/renamed-question.ts';
import { isNamedInMapping } from '../../mapping/doubts/named-in-mapping.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { type Answers, type FormQuestion, isGiven } from '../../receive/answers/answers.ts';
import type { Patience } from '../data/patience.ts';
import { isOwn, type Trial } from '../data/trial.ts';
import { changeIn, type FormChange } from './change-over-time.ts';
import { type Named, namesRead, type PlacedEvent, type ReadName } from './read-names.ts';
import { byForm } from './same-form.ts';

/** The events of a source, and those to which a mapping applies. */
interface TriedEvents {
  readonly all: readonly Trial[];
  readonly wanted: readonly Trial[];
  readonly patience: Patience;
  /** The warnings so far. A rule with one about the new name of a question needs no second one. */
  readonly told?: readonly Diagnostic[];
}

/**
 * Warns about questions and keys that a mapping reads, that most earlier stored events of a form have, and that none of the
 * newest has: the form was changed. Samples say nothing of the time, and need not have them; they only show that
 * somebody has looked at such an event. No message contains a value.
 */
export function missingSince(
  mapping: Mapping,
  { all, wanted, patience, told = [] }: TriedEvents,
): readonly Diagnostic[] {
  const samples = all.filter(each => isOwn(each, mapping));
  const inOrder = { all: oldestFirst(all), wanted: oldestFirst(wanted) };
  const found = new Map<
    string,
    { readonly read: ReadName; readonly change: FormChange; others: ReadName[] }
  >();
  for (const read of namesRead(mapping)) {
    if (!patience()) break;
    const { path, name } = read.asked;
    if (told.some(each => each.code === 'mapping/renamed-question' && each.path === path)) continue;
    // A condition decides whether the mapping applies.
    const stored = path === 'when' ? inOrder.all : inOrder.wanted;
    const isLast = read.kind === 'question' || name === pathText(read.steps);
    const key = JSON.stringify([isLast ? [path, name] : '', read.steps]);
    const known = found.get(key);
    if (known) {
      if (known.read.asked.name !== name) known.others.push(read);
      continue;
    }
    const change = changeOf(mapping, read, { stored, samples });
    if (change) found.set(key, { read, change, others: [] });
  }
  return [...found.values()].map(({ read, change, others }) => warning(mapping, read, change, others));
}

/** Rows of an imported list are older than the day on which they came, and have columns of their own. */
function oldestFirst(trials: readonly Trial[]): readonly Trial[] {
  const stored = trials.filter(({ test, imported }) => test === undefined && imported === undefined);
  return stored
    .toReversed()
    .toSorted(
      (one, other) => Date.parse(one.input.event.receivedAt) - Date.parse(other.input.event.receivedAt),
    );
}

function changeOf(
  mapping: Mapping,
  read: ReadName,
  { stored, samples }: { readonly stored: readonly Trial[]; readonly samples: readonly Trial[] },
): FormChange | undefined {
  const { asked, look } = read;
  const seen = stored.flatMap(each => look(each) ?? []);
  const lacking = seen.filter(({ isThere }) => !isThere).length;
  // The usual case.
  if (lacking === 0 || lacking === seen.length) return undefined;
  const texts = textsOfSamples(mapping);
  const knowing = {
    isKnown: ({ names }: Named) => names.some(each => texts.has(each) || isNamedInMapping(mapping, each)),
    isPossible: ({ value }: Named, having: readonly PlacedEvent[]) =>
      isFittingAnswer(value, answersIn(having), asked),
    samples: samples.flatMap(each => look(each) ?? []),
  };
  const changes = byForm(seen, read.steps).flatMap(each => changeIn(each, knowing) ?? []);
  return changes.toSorted((one, other) => other.newer.length - one.newer.length)[0];
}

function answersIn(having: readonly PlacedEvent[]): readonly unknown[] {
  return having.map(({ value }) => value).filter(isGiven);
}

function warning(
  mapping: Mapping,
  read: ReadName,
  change: FormChange,
  others: readonly ReadName[],
): Diagnostic {
  const { asked } = read;
  const { place, path } = asked;
  const message = messageOf(read, change, others);
  const example = change.newer.at(-1)?.trial.input.event.id ?? '';
  const [only, ...further] = change.fresh;
  if (read.kind === 'question' && only?.question && further.length === 0)
    return renamed(asked, only.question, { message, before: formerQuestions(asked.name, change), example });
  const look = `\`fieldbridge preview ${mapping.name} ${example}\` shows the newest event`;
  const gone = `${look}; see in the form whether it was taken out; then remove the rule, or read the value from its new place; if only some events have it, keep this one as a test (${captureCommand(example)})`;
  const hint = only ? cureOf(read, { change, example }) : gone;
  return diagnostic('mapping/renamed-question', message, { hint, place, path });
}

function cureOf(
  { asked, kind, steps }: ReadName,
  { change: { fresh }, example }: { readonly change: FormChange; readonly example: string },
): string {
  if (kind === 'question') return cureOfSeveral(asked, example);
  const [only, ...further] = fresh;
  const isLast = pathText(steps) === asked.name;
  const former = isLast ? asked.name : pathText(steps);
  const written = asked.isInside ? (only?.shown ?? '') : expressionInYaml(only?.shown ?? '');
  const cure =
    further.length === 0
      ? `if it is the same value, write ${visibleText(written)} in place of ${visibleText(former)}`
      : `look which of them has the value, and write it in place of ${visibleText(former)}`;
  return `${cure}, and renew the sample; if not, keep the event as a test (${captureCommand(example)})`;
}

function messageOf({ asked, kind }: ReadName, change: FormChange, others: readonly ReadName[]): string {
  const { earlier, having, newer, late } = change;
  const field = asked.path.replace(/^additionalFields\./, '');
  const isQuestion = kind === 'question';
  const name = isQuestion ? `the question ${quotedName(asked.name)}` : visibleText(asked.name);
  const also = others.map(each => visibleText(each.asked.name));
  const more = also.length > 0 ? ` (and other rules ${listedPaths(also)})` : '';
  const day = having.at(-1)?.trial.input.event.receivedAt.slice(0, 10) ?? '';
  const of = isQuestion ? 'of this form' : 'of this kind';
  const since = late === 0 ? `none of the ${newer.length}` : `only ${late} of the ${newer.length + late}`;
  return `${field} reads ${name}${more}, which ${having.length} of ${earlier.length} stored events ${of} had until ${day}, and ${since} since then; ${freshWords(change, isQuestion)}`;
}

function freshWords({ fresh, newer }: FormChange, isQuestion: boolean): string {
  const [only, ...others] = fresh;
  if (!only) return 'nothing that is new is in its place';
  const names = fresh.map(({ shown }) => shown);
  const listed = isQuestion ? listedNames(names) : listedPaths(names.map(visibleText));
  if (others.length > 0) return `they have ${listed}, which are new and which no rule reads`;
  const count = newer.filter(each => each.beside().some(({ id }) => id === only.id)).length;
  return `${count} of them ${count === 1 ? 'has' : 'have'} ${listed}, which is new and which no rule reads`;
}

const mostShown = 5;

function listedPaths(paths: readonly string[]): string {
  const shown = [...new Set(paths)];
  const first = shown.slice(0, mostShown).join(', ');
  return shown.length > mostShown ? `${first} and ${shown.length - mostShown} more` : first;
}

function formerQuestions(name: string, { earlier, having }: FormChange): FormerQuestions {
  const forms = having.map(({ trial }) => earlierForm(trial.input.answers as Answers, name));
  const asked = forms.flatMap((each): FormQuestion | readonly FormQuestion[] => each.asked ?? []);
  return {
    names: new Set(earlier.flatMap(each => each.beside().flatMap(({ names }) => names))),
    keys: new Set(asked.flatMap(({ keys }) => keys)),
    answers: answersIn(having),
    earlier: forms,
  };
}
