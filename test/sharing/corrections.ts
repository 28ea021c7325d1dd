import { StoreUnavailable } from '../../src/inbox/store.ts';
import type { Life } from './life.ts';
import type { Correction } from './notes.ts';
import type { Stage } from './play.ts';
import type { Trip } from './wire.ts';

const who = { who: 'an operator of the course', why: 'it was misheard' };

/**
 * Corrects the note of an update as a person does. If the store is unavailable, it stays unknown whether the correction
 * is stored.
 */
export async function amendAny(
  { notes, chance }: Stage,
  { store, bridge }: Pick<Life, 'store' | 'bridge'>,
): Promise<void> {
  const marks = [...notes.ids.keys()].filter(mark => notes.sent.get(mark)?.kind === 'update');
  if (marks.length === 0) return;
  const mark = chance.pick(marks);
  const before = notes.amended.get(mark) ?? [];
  const correction: Correction = { note: `corrected ${before.length + 1} of n${mark}`, keptAt: undefined };
  notes.amended.set(mark, [...before, correction]);
  try {
    const answer = await store.amend(notes.ids.get(mark) ?? '', { note: correction.note }, who);
    if (answer === 'amended') correction.keptAt = Date.now();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
  bridge.wake();
}

/**
 * Judges corrections. Each confirmed one is stored, none twice. After a correction is stored, no call is sent with the
 * earlier value. An event that is delivered in the end was sent with its last correction, unless a newer event has set
 * the note since or a person discarded it.
 */
export async function judgeAmended({ notes, fleet }: Stage): Promise<void> {
  const [life] = fleet.running();
  if (!life) throw new Error('no process runs in the calm');
  for (const [mark, corrections] of notes.amended) {
    const id = notes.ids.get(mark) ?? '';
    const view = await life.store.event(id);
    // The loss of the event is reported elsewhere.
    if (!view) continue;
    const patches = (await life.store.amendments(id)).map(({ patch }) =>
      String(Reflect.get(Object(patch), 'note')),
    );
    for (const { note, keptAt } of corrections)
      if (keptAt !== undefined && !patches.includes(note)) notes.found.add(`a correction was lost: ${note}`);
    if (new Set(patches).size < patches.length)
      notes.found.add(`a correction was kept twice: webhook ${mark}`);
    const kept = patches.flatMap(note => corrections.find(each => each.note === note) ?? []);
    const sent = notes.trips.filter(
      ({ request: { marks, changes } }) => marks.includes(mark) && changes.has('note'),
    );
    for (const trip of sent)
      if (isOlder(trip, kept))
        notes.found.add(`sent as it was before its correction: webhook ${mark}: ${noteOf(trip)}`);
    const last = kept.at(-1)?.note;
    const isLastSent = sent.some(trip => noteOf(trip) === last && trip.applied.includes(mark));
    const isLeftOut = view.calls.some(({ diagnostics }) =>
      diagnostics.some(({ code, path }) => code === 'delivery/superseded' && path === 'note'),
    );
    // A discard cancels the effect of a correction; calls delivered before stay delivered.
    const isSettled = isLeftOut || isSetSince(mark, notes) || notes.discarded.has(id);
    const isWanted = view.status === 'delivered' && !isSettled;
    if (last !== undefined && isWanted && !isLastSent)
      notes.found.add(`a correction was never sent: ${last}`);
  }
}

/** True if a newer event of the same customer has set the note. A correction of the older one then sends nothing. */
function isSetSince(mark: number, { trips, ids, sent }: Stage['notes']): boolean {
  const customer = sent.get(mark)?.customer;
  const isNewer = (other: number) =>
    other !== mark &&
    sent.get(other)?.customer === customer &&
    timeOf(ids.get(other)) >= timeOf(ids.get(mark));
  return trips.some(({ request, applied }) => request.changes.has('note') && applied.some(isNewer));
}

/** The part of an event's id that orders it by time. */
function timeOf(id = ''): string {
  return id.slice(0, 'evt_'.length + 10);
}

function noteOf({ request }: Trip): string | undefined {
  return request.changes.get('note');
}

/** Whether a request was sent with a note that a correction had replaced by then. */
function isOlder(trip: Trip, kept: readonly Correction[]): boolean {
  const by = kept.findLastIndex(({ keptAt }) => keptAt !== undefined && keptAt < trip.sentAt);
  return by >= 0 && kept.findIndex(({ note }) => note === noteOf(trip)) < by;
}
