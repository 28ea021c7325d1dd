import type { SourceConfig } from '../../../config/config.ts';
import type { AnswerKey, AnswerPath } from '../../../config/sources/answers-schema.ts';
import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { compile } from '../../../expressions/compile.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { mappingUses } from '../../../mapping/evaluate/variables.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { elementsIn } from '../../../receive/answers/own-answers.ts';
import { someOf } from '../../fault.ts';
import { type Trial, whereOf } from '../trial.ts';
import { isEnough, knownPaths, noEventHas } from './known-paths.ts';
import { addPaths, emptyTree, nearestPath } from './path-tree.ts';

/**
 * Warns about a path in `answers` of a source that no sample and no stored event has, so that `$answers` is
 * empty: the list of questions, or the name or value of each. At the place in the config, if it is known.
 */
export function checkAnswerPaths(
  mapping: Mapping,
  { answers: shape, answerPlaces }: Pick<SourceConfig, 'answers' | 'answerPlaces'>,
  trials: readonly Trial[],
): readonly Diagnostic[] {
  if (typeof shape !== 'object' || shape.form === 'fields' || trials.length === 0) return [];
  if (!mappingUses(mapping, 'answers')) return [];
  const payloads = trials.map(({ input }) => input.payload);
  const tell = (key: AnswerKey, path: ReadPath, entries: readonly unknown[]) =>
    told(mapping, { key, path, entries, place: answerPlaces?.[key] ?? mapping.places?.source }, trials);
  if (shape.form === 'list') {
    const entries = payloads.flatMap(each => entriesIn(valueAt(shape.each, each)));
    if (entries.length === 0) return tell('each', shape.each, payloads);
    return namesAndValue(shape).flatMap(([key, path]) =>
      entries.some(each => valueAt(path, each) !== undefined) ? [] : tell(key, path, entries),
    );
  }
  const names = namesAndValue(shape).filter(([key]) => key !== 'value');
  const named = payloads.filter(each => names.some(([, path]) => valueAt(path, each) !== undefined));
  const having = named.length > 0 ? named : payloads;
  return namesAndValue(shape).flatMap(([key, path]) =>
    having.some(each => valueAt(path, each) !== undefined) ? [] : tell(key, path, having),
  );
}

/** The path of a name, or all paths of the value. */
type ReadPath = Pick<AnswerPath, 'source' | 'evaluateDirectly'>;

type Shape = Exclude<Extract<SourceConfig['answers'], object>, { form: 'fields' }>;

function namesAndValue({ key, label, value }: Shape): readonly (readonly [AnswerKey, ReadPath])[] {
  const all = [
    ['key', key],
    ['label', label],
    ['value', value],
  ] as const;
  return all.flatMap(([name, path]) => (path ? [[name, path] as const] : []));
}

function told(
  mapping: Mapping,
  {
    key,
    path,
    entries,
    place,
  }: {
    readonly key: AnswerKey;
    readonly path: ReadPath;
    readonly entries: readonly unknown[];
    readonly place: Place | undefined;
  },
  trials: readonly Trial[],
): readonly Diagnostic[] {
  const known = knownPaths(mapping.source, trials);
  const [first] = trials;
  const isOne = trials.length === 1 && first?.given !== undefined;
  if (!first || (!isOne && !isEnough(known))) return [];
  const compiled = compile(path.source);
  const steps = 'expression' in compiled ? compiled.expression.path : null;
  const near = steps && nearIn(entries, steps);
  const where = isOne ? `${whereOf(first)} does not have it` : `${noEventHas(known)} it`;
  const message = `answers of the source ${mapping.source} says ${key}: ${path.source}, and ${where}`;
  const there = [...new Set(entries.flatMap(keysOf))];
  const hint =
    near == null
      ? `correct ${key}: in answers: of sources.${mapping.source} in the config${there.length > 0 ? `; there is ${someOf(there)}` : ''}`
      : `did you mean ${key}: ${near}? It stands in answers: of sources.${mapping.source} in the config`;
  const meant = near == null ? {} : { meant: `${key}: ${near}` };
  const details = {
    hint,
    ...meant,
    path: `sources.${mapping.source}.answers.${key}`,
    ...(place && { place }),
  };
  return [diagnostic('check/path-never-matches', message, details)];
}

function keysOf(entry: unknown): readonly string[] {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? Object.keys(entry) : [];
}

/** Returns the nearest path in the entries. */
function nearIn(entries: readonly unknown[], steps: readonly string[]): string | undefined {
  const tree = emptyTree();
  for (const each of entries) if (typeof each === 'object' && each !== null) addPaths(tree, each);
  const near = nearestPath(tree, steps);
  return near && pathText(near);
}

function entriesIn(list: unknown): readonly unknown[] {
  return typeof list === 'object' && list !== null ? elementsIn(list) : [];
}

function valueAt({ evaluateDirectly }: ReadPath, input: unknown): unknown {
  return evaluateDirectly({ input, bindings: {} });
}
