import type { Config } from '../../config/config.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { TestResult } from '../../mapping/tests/run-tests.ts';
import type { PlanningContext } from '../planning/plan-event.ts';
import { assessMapping } from './assess-mapping.ts';

/** The data for checking a changed mapping: the config, and the known accounts. */
export interface Judging {
  readonly config: Pick<Config, 'sources' | 'destinations'>;
  readonly planning: Pick<PlanningContext, 'source' | 'destination' | 'now'>;
}

/**
 * Returns the first reason why a changed mapping must not go live: an error of its check, or a failing test;
 * undefined if there is none. The check uses the last known configuration of each account. For an unknown account
 * only the other checks apply, because nothing is sent to it. The reason contains no value of a payload.
 */
export async function whyNotGreen(
  mapping: Mapping,
  { config, planning }: Judging,
): Promise<Diagnostic | undefined> {
  const against = (name: string) => {
    const found = planning.destination(name);
    return found && { ...found, changes: [] };
  };
  const { diagnostics } = assessMapping(mapping, config, against, planning.now);
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error) return notGreen(mapping, error.message, error.place);
  const failed = await failedTest(mapping, planning);
  return failed && notGreen(mapping, failedWords(failed), failed.place);
}

/**
 * Returns a warning if a mapping is in use although a test of it fails, without a value of a payload. An unknown account may
 * have another format for a value, so the tests wait for it.
 */
export async function redInUse(
  mapping: Mapping,
  planning: Judging['planning'],
): Promise<Diagnostic | undefined> {
  const { name, destination } = mapping;
  if ('name' in destination && !planning.destination(destination.name)?.catalog) return undefined;
  const failed = await failedTest(mapping, planning);
  if (!failed) return undefined;
  const message = `the mapping ${name} is in use, although ${failedWords(failed)}`;
  const hint = `run \`fieldbridge test ${name}\`, then correct the mapping, or the test or its sample if the mapping is right`;
  return diagnostic('mapping/test-fails', message, { hint, place: failed.place });
}

async function failedTest(mapping: Mapping, planning: Judging['planning']): Promise<TestResult | undefined> {
  if (mapping.tests.length === 0) return undefined;
  // Loaded when a mapping is judged, because a bridge without `reload: checked` does not need it.
  const { testMapping } = await import('../planning/test-mapping.ts');
  const { results } = await testMapping(mapping, planning);
  return results.find(({ passed }) => !passed);
}

function failedWords(failed: TestResult): string {
  return `its test "${failed.name}" ${whatFails(failed)}`;
}

function notGreen(
  { name, file }: Mapping,
  why: string,
  place: Diagnostic['place'] = { file, line: 1, column: 1 },
): Diagnostic {
  const hint = `correct the file until \`fieldbridge check\` and \`fieldbridge test ${name}\` pass; then it is used automatically`;
  return diagnostic('mapping/not-green', `the changed mapping is not used: ${why}`, { hint, place });
}

/** Payloads may contain people's data, so only names and codes are reported. */
function whatFails({ faults, differences, reasons }: TestResult): string {
  const [fault] = faults;
  if (fault) return `fails with ${fault.code}`;
  const names = [...new Set(differences.map(({ name }) => name.replace(/ of ".*$/s, '')))];
  if (names.length > 0) return `gives another value for ${names.slice(0, mostNames).join(', ')}`;
  return reasons.length > 0 ? 'makes other calls than it expects' : 'fails';
}

const mostNames = 5;
