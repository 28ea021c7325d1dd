import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { EventView } from '../../inbox/event.ts';
import { faultySteps, leafPlaces } from '../../mapping/explain/faulty-places.ts';
import type { MappingTrace, PartTrace, StepName, TraceStep } from '../../mapping/explain/trace.ts';
import { consentParameters } from '../../mapping/parameters.ts';
import { plainPathText } from '../../receive/bodies/changed-values.ts';
import { CommandFailed } from '../surroundings.ts';
import type { AdminApi } from './admin-api.ts';

/** A command with more paths would be too long to type. */
const mostPaths = 5;

/**
 * Returns the paths of the payload's values that made an event fail, as `events amend` accepts them. Empty if the event
 * has not failed, or the bridge does not know.
 */
export async function pathsToCorrect(api: AdminApi, event: EventView): Promise<readonly string[]> {
  const faulty = new Set(event.status === 'failed' ? event.diagnostics.flatMap(pathOfError) : []);
  if (faulty.size === 0) return [];
  const parts = (await tracesOf(api, event.id)).flatMap(trace => trace.parts);
  const paths = parts.filter(({ part }) => faulty.has(part)).flatMap(pathsOf);
  return withoutContainers([...new Set(paths)]).slice(0, mostPaths);
}

function pathOfError({ severity, path }: Diagnostic): readonly string[] {
  // Nobody can give a consent for the person.
  return severity === 'error' && path !== undefined && !consentParameters.has(path) ? [path] : [];
}

/** An event that can no longer be planned has no traces; the advice then names no path. */
async function tracesOf(api: AdminApi, id: string): Promise<readonly MappingTrace[]> {
  try {
    const { why = [] } = await api.post<{ why?: readonly MappingTrace[] }>('preview', {
      eventId: id,
      why: true,
    });
    return why;
  } catch (error) {
    if (error instanceof CommandFailed) return [];
    throw error;
  }
}

/** Returns the paths of the faulty values of a rule; for a missing value, the path where the rule expects it. */
function pathsOf(part: PartTrace): readonly string[] {
  const steps = faultySteps(part);
  const places = steps.flatMap(leafPlaces);
  if (places.length > 0) {
    // An answer whose place is unclear, such as one of two equal ones, is not forgotten: the person writes its path.
    const isUnclear = steps.some(each => isAnswer(each) && each.isRead && !each.places);
    return [...places.map(plainPathText), ...(isUnclear ? ['PATH'] : [])];
  }
  const whole = steps.find(each => isAnswer(each) && each.places?.length === 1);
  // The answer to a question is one value for the person, also if the form sends it as an object.
  if (whole) return (whole.places ?? []).map(plainPathText);
  const looked = steps.filter(({ step, state, places: read }) => isRead(step) && state !== 'wrong' && !read);
  return looked.map(({ what }) => what).filter(what => plainPath.test(what));
}

function isAnswer({ step, what }: TraceStep): boolean {
  return step === 'answer' || /^\{?\$answers\./.test(what);
}

function isRead(step: StepName): boolean {
  return step === 'from' || step === 'reads';
}

const plainPath = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

/** Leaves out a path that leads to another one: the whole would replace the value in it. */
function withoutContainers(paths: readonly string[]): readonly string[] {
  return paths.filter(path =>
    paths.every(other => !other.startsWith(`${path}.`) && !other.startsWith(`${path}[`)),
  );
}
