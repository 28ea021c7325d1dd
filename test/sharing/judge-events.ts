import type { EventView } from '../../src/inbox/event.ts';
import type { CourseEvent } from './course.ts';
import type { Stage } from './play.ts';

/** Compares the events in the store with the requests that arrived; returns the number of delivered events. */
export async function judgeEvents(stage: Stage): Promise<number> {
  const { notes, fleet } = stage;
  const [life] = fleet.running();
  if (!life) throw new Error('no process runs in the calm');
  let delivered = 0;
  for (const event of notes.sent.values()) {
    const id = notes.ids.get(event.mark);
    const view = id === undefined ? undefined : await life.store.event(id);
    if (!view) notes.found.add(`lost: webhook ${event.mark}`);
    else judgeShown(event, view, stage);
    if (view?.status === 'delivered') delivered += 1;
  }
  const { events } = await life.store.events({ limit: 500 });
  const known = new Set(notes.ids.values());
  const unknown = events.filter(({ id }) => !known.has(id));
  if (unknown.length > 0) notes.found.add(`twice: ${unknown.length} events that nobody sent`);
  const sendings = new Map(
    [...notes.amended].map(([mark, corrections]) => [notes.ids.get(mark) ?? '', 1 + corrections.length]),
  );
  for (const [id, times] of notes.saidDelivered)
    if (times > (sendings.get(id) ?? 1))
      notes.found.add(`event ${id} was said to be delivered ${times} times`);
  return delivered;
}

function judgeShown(
  { mark, kind, appointment }: CourseEvent,
  view: EventView,
  { notes, truth }: Stage,
): void {
  const trips = notes.trips.filter(({ request }) => request.marks.includes(mark));
  const isApplied = trips.some(({ applied }) => applied.includes(mark));
  const isBooked = (truth.reservations.get(appointment ?? '')?.completed ?? 0) > 0;
  const wrong = (what: string) =>
    notes.found.add(`${what}: webhook ${mark} (${kind}) is ${view.status}: ${view.reason ?? ''}`);
  switch (view.status) {
    case 'delivered':
      if (!isApplied) wrong('false success');
      return;
    case 'skipped':
      if (kind === 'booking' ? !isBooked : !isSuperseded(view)) wrong('skipped without a reason');
      return;
    case 'uncertain':
      if (kind !== 'booking') wrong('uncertain without a reason');
      return;
    case 'discarded':
      if (!notes.discarded.has(view.id)) wrong('discarded by nobody');
      return;
    case 'queued':
      // An event that is not at rest is reported elsewhere.
      return;
    default:
      wrong('ended otherwise');
  }
}

function isSuperseded({ calls, diagnostics }: EventView): boolean {
  return [...diagnostics, ...calls.flatMap(call => call.diagnostics)].some(
    each => each.code === 'delivery/superseded',
  );
}
