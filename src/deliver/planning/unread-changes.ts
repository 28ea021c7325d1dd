import { isDeepStrictEqual } from 'node:util';
import type { PlannableEvent } from '../../inbox/event.ts';
import { withoutPerson } from '../../inbox/named-person.ts';
import { readPayload } from '../../receive/bodies/body.ts';
import { type ChangedPlace, type ChangedValue, changedValues } from '../../receive/bodies/changed-values.ts';
import { mergePatch, patchBetween } from '../../receive/bodies/merge-patch.ts';
import { type PlanningContext, planEvent } from './plan-event.ts';

/** With more changed values, only all of them together are tried. */
const mostTried = 12;

/**
 * Returns the paths of those values of a correction that change no call, in payload order: no rule reads them, or they
 * give the same result as before.
 */
export async function unreadChanges(
  event: PlannableEvent,
  patch: unknown,
  planning: PlanningContext,
): Promise<readonly string[]> {
  const before = readPayload(event);
  const after = mergePatch(before, patch);
  const changes = changedValues(before, after);
  const planOf = async (patches: readonly unknown[]) => {
    const { plan } = await planEvent(
      { ...event, corrections: [...(event.corrections ?? []), ...patches] },
      planning,
    );
    // A warning may be about the corrected key itself, although no rule reads it.
    return plan.calls.map(({ mapping, destination, state, diagnostics }) => ({
      ...{ mapping, destination, errors: diagnostics.filter(({ severity }) => severity === 'error') },
      state: 'call' in state ? { ...state, call: withoutPerson(state.call) } : state,
    }));
  };
  const corrected = await planOf([patch]);
  if (isDeepStrictEqual(corrected, await planOf([]))) return changes.map(({ path }) => path);
  if (changes.length < 2 || changes.length > mostTried) return [];
  const unread: string[] = [];
  for (const change of changes) {
    const without = withValue(after, change.place, change);
    if (isDeepStrictEqual(corrected, await planOf([patch, patchBetween(after, without)])))
      unread.push(change.path);
  }
  return unread;
}

/** Returns a payload in which one place has its value from before a change again. */
function withValue(whole: unknown, place: ChangedPlace, change: ChangedValue): unknown {
  const [step, ...further] = place;
  if (step === undefined) return change.before;
  if (Array.isArray(whole))
    return whole.map((each, at) => (at === step ? withValue(each, further, change) : each));
  const properties = new Map(Object.entries(whole ?? {}));
  const name = String(step);
  const value = withValue(properties.get(name), further, change);
  if (value === undefined) properties.delete(name);
  else properties.set(name, value);
  return Object.fromEntries(properties);
}
