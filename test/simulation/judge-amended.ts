import { markOf } from './arrived-request.ts';
import type { Ended, Shown } from './judge-end.ts';
import type { Amended } from './record.ts';

/**
 * Judges corrections. Each is stored once. No call is sent with the value before a correction. A delivered event has
 * its last correction in the end, unless a newer event has set the note since.
 */
export async function judgeAmended(ended: Ended, views: ReadonlyMap<number, Shown>): Promise<void> {
  const { record, machine } = ended;
  for (const [mark, amended] of record.amended) {
    const view = views.get(mark);
    if (!view) continue;
    const kept = (await machine.process?.real.amendments(view.id))?.map(({ patch }) => noteIn(patch)) ?? [];
    const certain = amended.filter(({ isKept }) => isKept).map(({ note }) => note);
    const possible = amended.map(({ note }) => note);
    if (certain.some(note => !kept.includes(note)) || kept.some(note => !possible.includes(note)))
      record.found.push(`corrections of event ${mark}: ${kept} instead of ${certain}`);
    if (new Set(kept).size < kept.length) record.found.push(`a correction of event ${mark} is kept twice`);
    judgeSent(
      mark,
      amended.filter(({ note }) => kept.includes(note)),
      view,
      ended,
      views,
    );
  }
}

function judgeSent(
  mark: number,
  kept: readonly Amended[],
  view: Shown,
  ended: Ended,
  views: ReadonlyMap<number, Shown>,
): void {
  const { record } = ended;
  const sent = record.journeys.filter(
    ({ request }) => request.marks.includes(mark) && request.changes.has('note'),
  );
  for (const { request, sentAt } of sent) {
    const note = request.changes.get('note');
    const last = kept.findLast(each => each.isKept && each.at < sentAt);
    const isOlder = last && kept.findIndex(each => each.note === note) < kept.indexOf(last);
    if (isOlder) record.found.push(`sent as it was before its correction: event ${mark}: ${note}`);
  }
  const newest = kept.at(-1)?.note;
  if (newest === undefined || view.status !== 'delivered' || isSuperseded(view)) return;
  if (isSetSince(mark, view, ended, views)) return;
  const isThere = sent.some(
    ({ request, answer }) => request.changes.get('note') === newest && (answer?.applied.length ?? 0) > 0,
  );
  if (!isThere) record.found.push(`a correction was never sent: event ${mark}: ${newest}`);
}

function isSuperseded({ calls }: Shown): boolean {
  return calls.some(call =>
    call.diagnostics.some(({ code, path }) => code === 'delivery/superseded' && path === 'note'),
  );
}

/** True if a newer event of the same customer has set the note. A correction of an older one then sends nothing. */
function isSetSince(
  mark: number,
  { sequence }: Shown,
  { record, truth }: Ended,
  views: ReadonlyMap<number, Shown>,
): boolean {
  const customer = record.sent.get(mark)?.customer;
  return truth.applied.some(
    each =>
      each.property === 'note' &&
      each.customer === customer &&
      (views.get(markOf(each.value) ?? 0)?.sequence ?? 0) > sequence,
  );
}

function noteIn(patch: unknown): string {
  return String((patch as { note?: unknown }).note);
}
