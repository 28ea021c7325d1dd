import { checkOne, checkReadable } from '../check/check-one.ts';
import { checkTrials } from '../check/data/check-trials.ts';
import { disproved, withoutDisproved } from '../check/data/disproved.ts';
import { checkAnswerPaths } from '../check/data/paths/check-answer-paths.ts';
import { withoutSecondWords } from '../check/data/paths/plain-words.ts';
import type { Patience } from '../check/data/patience.ts';
import { checkCredentials } from '../check/data/people/check-credentials.ts';
import type { Trial } from '../check/data/trial.ts';
import { defaultsOf } from '../config/defaults.ts';
import { loadConfig } from '../config/load-config.ts';
import { needsNothing } from '../config/placeholder.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../diagnostics/print.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type ParsedMapping, parseMappingInSteps } from '../mapping/parse/parse-mapping.ts';
import { placesWithin } from '../mapping/parse/place-within.ts';
import { presets } from '../receive/senders/senders.ts';
import type { OpenText } from './complete/complete.ts';
import type { Knowledge } from './knowledge.ts';
import { fileKind } from './language-file.ts';
import { pathInMappings } from './mapping-path.ts';
import type { Outline } from './outline/parts.ts';
import { sampleEvents } from './sample-events.ts';

/** The inputs for checking a text while it is typed. */
export interface Diagnosing {
  /** Epoch milliseconds, at which the payloads of tests arrive. */
  readonly now: number;
  /** The remaining time for trying the mapping on events. */
  readonly patience: Patience;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
}

/** Returns the diagnostics of a file while it is typed: those of `fieldbridge check`, without the calls of its tests. */
export async function diagnoseText(
  open: OpenText,
  outline: Outline,
  knowledge: Knowledge,
  diagnosing: Diagnosing,
): Promise<readonly Diagnostic[]> {
  const found =
    fileKind(open.file, outline) === 'config'
      ? diagnoseConfig(open)
      : await diagnoseMapping(open, knowledge, diagnosing);
  return withoutSecondWords(sortDiagnostics(found));
}

/** No other file and no variable is read: secrets are checked where the bridge runs. */
function diagnoseConfig({ file, text }: OpenText): readonly Diagnostic[] {
  const readFile = (path: string) => {
    if (path === file) return text;
    throw new Error('it is not read here');
  };
  return loadConfig(file, { env: {}, readFile, presets, needs: needsNothing }).diagnostics;
}

async function diagnoseMapping(
  { file, text }: OpenText,
  knowledge: Knowledge,
  diagnosing: Diagnosing,
): Promise<readonly Diagnostic[]> {
  const { config, readFile } = knowledge;
  const reading = parseMappingInSteps(file, text, {
    readFile,
    name: pathInMappings(file).replace(/\.ya?ml$/, ''),
    defaultsOf: config && defaultsOf(config),
  });
  let step = reading.next();
  while (!step.done) {
    await diagnosing.pause();
    step = reading.next();
  }
  const { mapping, readable, diagnostics } = step.value;
  if (!config) return diagnostics;
  const catalogs = new Map([...knowledge.catalogs].map(([name, snapshot]) => [name, { snapshot }]));
  if (!mapping) {
    return readable
      ? [...diagnostics, ...checkReadable(readable, diagnostics, config, catalogs)]
      : diagnostics;
  }
  const found = checkOne(mapping, config, catalogs);
  await diagnosing.pause();
  return [...found, ...(await checkWithEvents(mapping, { file, text }, diagnostics, knowledge, diagnosing))];
}

async function checkWithEvents(
  mapping: Mapping,
  { file, text }: OpenText,
  told: ParsedMapping['diagnostics'],
  knowledge: Knowledge,
  { now, patience, pause }: Diagnosing,
): Promise<readonly Diagnostic[]> {
  const source = knowledge.config?.sources.get(mapping.source);
  if (!source || !knowledge.config) return told;
  const own = await sampleEvents(mapping, knowledge.config, now);
  const others = knowledge.events.filter(each => each.test?.mapping !== mapping.name);
  const trials: readonly Trial[] = [...own, ...others];
  const within = placesWithin(new Map([[file, text]]));
  const rest = withoutDisproved(disproved(mapping, trials, within), told);
  await pause();
  return [
    ...rest,
    ...(await checkTrials(mapping, trials, { within, patience })),
    ...checkAnswerPaths(mapping, { answers: source.answers }, trials),
    ...(await checkCredentials(mapping, source, trials, { within, patience })),
  ];
}
