import { type CallEffect, replayEffects } from '../../deliver/planning/replay-effects.ts';
import { unreadChanges } from '../../deliver/planning/unread-changes.ts';
import type { ApiParts } from './api-route.ts';

/** The effect of a replay or a correction on the calls of an event. */
export interface CorrectionEffect {
  effects: readonly CallEffect[];
  /** The paths of corrected values that change no call. */
  unread?: readonly string[];
}

/** Returns the effect of a replay (`again`: with delivered updates) or of a correction; undefined if it is not known. */
export async function effectOf(
  id: string,
  { patch, again }: { readonly patch?: unknown; readonly again?: boolean | undefined },
  { store, bridge }: Pick<ApiParts, 'store' | 'bridge'>,
): Promise<CorrectionEffect | undefined> {
  const [stored, event] = [await store.contents(id), await store.event(id)];
  if (!stored || !event || stored.unsplit) return undefined;
  // Planning it ended the program before, so only the planner tries that again.
  if (event.diagnostics.some(({ code }) => code === 'mapping/ended-the-program')) return undefined;
  const planning = bridge.planning();
  if (patch === undefined) {
    const kind = again ? 'repeat' : 'replay';
    const effects = await replayEffects(stored, event.calls, kind, planning, store);
    return effects.length === 0 ? undefined : { effects };
  }
  const corrected = { ...stored, corrections: [...(stored.corrections ?? []), patch] };
  const effects = await replayEffects(corrected, event.calls, 'correction', planning, store);
  const unread = await unreadChanges(stored, patch, planning);
  return { effects, ...(unread.length > 0 && { unread }) };
}
