import { type RemainingValues, remainingValues } from '../../deliver/planning/remaining-values.ts';
import {
  type CallEffect,
  nameOfPath,
  plannedReplay,
  type ReplayedCall,
} from '../../deliver/planning/replay-effects.ts';
import { unreadChanges } from '../../deliver/planning/unread-changes.ts';
import { type RequestView, requestView } from '../../inbox/request-view.ts';
import { readPayload } from '../../receive/bodies/body.ts';
import { mergePatch } from '../../receive/bodies/merge-patch.ts';
import { type ReshapedValue, reshapedValues } from '../../receive/bodies/reshaped-values.ts';
import type { ApiParts } from './api-route.ts';

/** The effect of a replay or a correction on the calls of an event. */
export interface CorrectionEffect {
  effects: readonly CallEffect[];
  /** The paths of corrected values that change no call. */
  unread?: readonly string[];
  /** Objects and lists that the correction replaces by a value, or the reverse. */
  reshaped?: readonly ReshapedValue[];
  /** Delivered values that stay in the account. */
  remains?: readonly RemainingValues[];
}

/** A replay (`again`: with delivered updates) or a correction of an event. */
interface Asked {
  readonly patch?: unknown;
  readonly again?: boolean | undefined;
}

/** Returns the effect of a replay or of a correction; nothing if it is not known. */
export async function effectOf(
  id: string,
  asked: Asked,
  parts: Pick<ApiParts, 'store' | 'bridge'>,
): Promise<Partial<CorrectionEffect>> {
  const planned = await plannedOf(id, asked, parts);
  if (!planned) return {};
  const { stored, event, corrected, calls } = planned;
  const { patch, again } = asked;
  const effects = calls.map(({ effect }) => effect);
  const planning = parts.bridge.planning();
  const unread = patch === undefined ? [] : await unreadChanges(stored, patch, planning);
  const before = patch === undefined ? undefined : readPayload(stored);
  const reshaped = patch === undefined ? [] : reshapedValues(before, mergePatch(before, patch));
  const isRepeated = patch !== undefined || again === true;
  const remains = isRepeated
    ? await remainingValues(corrected, event.calls, calls, planning, parts.store)
    : [];
  return {
    ...((effects.length > 0 || patch !== undefined) && { effects }),
    ...(unread.length > 0 && { unread }),
    ...(reshaped.length > 0 && { reshaped }),
    ...(remains.length > 0 && { remains }),
  };
}

/** Returns the calls that a replay of an event plans now; undefined if they are not known. */
export async function replayedCalls(
  id: string,
  again: boolean,
  parts: Pick<ApiParts, 'store' | 'bridge'>,
): Promise<readonly ReplayedCall[] | undefined> {
  return (await plannedOf(id, { again }, parts))?.calls;
}

/** True if a replay with `again` would send other values of an event than were delivered. */
export async function sendsOther(id: string, parts: Pick<ApiParts, 'store' | 'bridge'>): Promise<boolean> {
  const planned = await plannedOf(id, { again: true }, parts);
  return (planned?.calls ?? []).some(({ effect, call, sent }) => {
    if (!call || sent.length === 0) return false;
    const before = planned?.event.calls.find(
      each => each.mapping === effect.mapping && each.destination === effect.destination,
    );
    const [values, delivered] = [requestView(call), before?.request];
    return sent.some(path => valueAt(values, path) !== valueAt(delivered, path));
  });
}

function valueAt(view: RequestView | null | undefined, path: string): unknown {
  if (!path.startsWith('additionalFields.')) return view?.[path];
  const fields = view?.additionalFields;
  return typeof fields === 'object' ? fields[nameOfPath(path)] : undefined;
}

async function plannedOf(
  id: string,
  { patch, again }: Asked,
  { store, bridge }: Pick<ApiParts, 'store' | 'bridge'>,
) {
  const [stored, event] = [await store.contents(id), await store.event(id)];
  if (!stored || !event || stored.unsplit) return undefined;
  // Planning it ended the program before, so only the planner tries that again.
  if (event.diagnostics.some(({ code }) => code === 'mapping/ended-the-program')) return undefined;
  const { corrections = [] } = stored;
  const corrected = patch === undefined ? stored : { ...stored, corrections: [...corrections, patch] };
  const kind = patch !== undefined ? 'correction' : again ? 'repeat' : 'replay';
  const calls = await plannedReplay(corrected, event.calls, kind, bridge.planning(), store);
  return { stored, event, corrected, calls };
}
