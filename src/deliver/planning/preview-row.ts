import { type Diagnostic, mainDiagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call } from '../../inbox/call.ts';
import { laneKey } from '../../inbox/call.ts';
import { mostUrgent } from '../../inbox/decide/event-status.ts';
import type { AcceptedRequest, Status } from '../../inbox/event.ts';
import { newerValues } from '../drop-superseded.ts';
import { notesOfDelivery, type PlanningContext, planEvent } from './plan-event.ts';

/** The expected outcome of a row of a list. */
export interface RowPreview {
  readonly outcome: Extract<Status, 'queued' | 'held' | 'failed' | 'skipped'>;
  /** The fault that prevents sending, or a warning; undefined if there is none. */
  readonly main?: Diagnostic;
  /** The number of values that would replace another value which the bridge has set for this person. */
  readonly overwrites: number;
}

/** Returns the delivered calls of a person at a destination, the oldest first. */
export type DeliveredFor = (destination: string, lane: string) => Promise<readonly Call[]>;

/** Plans a row as if it were imported now. Nothing is stored, held or sent. */
export async function previewRow(
  request: AcceptedRequest,
  planning: PlanningContext,
  deliveredFor: DeliveredFor,
): Promise<RowPreview> {
  const [item] = request.items;
  if (!item) return { outcome: 'skipped', overwrites: 0 };
  const refused = item.diagnostics.find(({ severity }) => severity === 'error');
  if (refused) return { outcome: 'failed', main: refused, overwrites: 0 };
  const row = { ...request, ...item, sequence: 0, planning: 'first', imported: true } as const;
  const { plan, results } = await planEvent(row, planning);
  const statuses = plan.calls.map(({ state }) => (state.status === 'waiting' ? 'queued' : state.status));
  const outcome = mostUrgent(plan.outcome ? [plan.outcome.status, ...statuses] : statuses) ?? 'skipped';
  const diagnostics = [
    ...(plan.outcome?.diagnostics ?? []),
    ...results
      .filter(({ call: { state } }) => (state.status === 'waiting' ? 'queued' : state.status) === outcome)
      .flatMap(each => [...each.call.diagnostics, ...notesOfDelivery(each)]),
    ...item.diagnostics,
  ];
  // The file of failed rows contains such a row, so this reason comes first.
  const unlinked = outcome === 'skipped' && diagnostics.find(({ code }) => code === 'mapping/not-linked');
  const notable = diagnostics.filter(({ severity }) => severity !== 'info');
  const main = unlinked || mainDiagnostic(notable.length > 0 ? notable : diagnostics);
  let overwrites = 0;
  for (const { state, link, destination } of plan.calls) {
    if (state.status !== 'queued') continue;
    const number = link && (await planning.findLink(link, destination));
    const before = await deliveredFor(destination, laneKey(state.call, link, number));
    overwrites += newerValues(state.call, before).filter(({ older, newer }) => older !== newer).length;
  }
  return { outcome: outcome as RowPreview['outcome'], ...(main && { main }), overwrites };
}
