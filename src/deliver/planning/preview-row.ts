import { hash } from 'node:crypto';
import { type Diagnostic, mainDiagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call } from '../../inbox/call.ts';
import { laneKey } from '../../inbox/call.ts';
import { mostUrgent } from '../../inbox/decide/event-status.ts';
import type { AcceptedRequest, PlannableEvent, Status } from '../../inbox/event.ts';
import type { DeliveryOfPerson } from '../../inbox/import-record.ts';
import type { PlannedCall } from '../../inbox/plan.ts';
import { requestView } from '../../inbox/request-view.ts';
import { newerValues } from '../drop-superseded.ts';
import type { CallOfRow } from './exchange-signs.ts';
import { mappingInput } from './mapping-input.ts';
import { notesOfDelivery, type PlannedMapping, type PlanningContext, planEvent } from './plan-event.ts';

/** The expected outcome of a row of a list. */
export interface RowPreview {
  readonly outcome: Extract<Status, 'queued' | 'held' | 'failed' | 'skipped'>;
  /** The fault that prevents sending, or a warning; undefined if there is none. */
  readonly main?: Diagnostic;
  /** The number of values that would replace another value which the bridge has set for this person. */
  readonly overwrites: number;
  /** The deliveries that have set the values which updates of the row would replace. */
  readonly setBy: readonly DeliveryOfPerson[];
  /** A hash of the person of the row: their customer number, their link, or their e-mail address or phone number. */
  readonly person?: string;
  /** A hash of everything that the row would send for the person. */
  readonly values?: string;
  /** The name of the person in the row of an update, and the event of the last update of that customer. */
  readonly named?: { readonly name: string; readonly updatedBy: string };
  /** Its calls, to be compared with the values that their customers had before. */
  readonly compared: readonly CallOfRow[];
}

/** Returns the delivered calls of a person at a destination, in the order of their delivery. */
export type DeliveredFor = (destination: string, lane: string) => Promise<readonly DeliveryOfPerson[]>;

/** Plans a row as if it were imported now. Nothing is stored, held or sent. */
export async function previewRow(
  request: AcceptedRequest,
  planning: PlanningContext,
  deliveredFor: DeliveredFor,
): Promise<RowPreview> {
  const [item] = request.items;
  const nothing = { overwrites: 0, setBy: [], compared: [] };
  if (!item) return { outcome: 'skipped', ...nothing };
  const refused = item.diagnostics.find(({ severity }) => severity === 'error');
  if (refused) return { outcome: 'failed', main: refused, ...nothing };
  const row = { ...request, ...item, sequence: 0, planning: 'first' } as const;
  return previewEventOfRow(row, item.diagnostics, planning, deliveredFor);
}

/** Plans the event of a row as if it were imported now. `noticed`: the diagnostics of its receipt. */
export async function previewEventOfRow(
  event: PlannableEvent,
  noticed: readonly Diagnostic[],
  planning: PlanningContext,
  deliveredFor: DeliveredFor,
): Promise<RowPreview> {
  const { plan, results } = await planEvent({ ...event, imported: true }, planning);
  const statuses = plan.calls.map(({ state }) => (state.status === 'waiting' ? 'queued' : state.status));
  const outcome = mostUrgent(plan.outcome ? [plan.outcome.status, ...statuses] : statuses) ?? 'skipped';
  const byOutcome = Map.groupBy(results, ({ call: { state } }) =>
    (state.status === 'waiting' ? 'queued' : state.status) === outcome ? 'of outcome' : 'others',
  );
  const diagnostics = [
    ...(plan.outcome?.diagnostics ?? []),
    ...(byOutcome.get('of outcome') ?? []).flatMap(diagnosticsOf),
    ...noticed,
    // The reason of the outcome comes first. An event shows the warnings of all its mappings.
    ...(byOutcome.get('others') ?? [])
      .flatMap(diagnosticsOf)
      .filter(({ severity }) => severity === 'warning'),
  ];
  // The file of failed rows contains such a row, so this reason comes first.
  const unlinked = outcome === 'skipped' && diagnostics.find(({ code }) => code === 'mapping/not-linked');
  const notable = diagnostics.filter(({ severity }) => severity !== 'info');
  const main = unlinked || mainDiagnostic(notable.length > 0 ? notable : diagnostics);
  const found = await comparedWithDelivered(plan.calls, planning, deliveredFor);
  const { replaced, named } = found;
  const input = () => mappingInput(event, planning.source(event.source));
  const compared = found.compared.map(each => ({ ...each, input }));
  const overwrites = replaced.length;
  const setBy = replaced.flatMap(({ call, by }) => (call.operation === 'updateCustomer' ? [by] : []));
  const about = await personOf(plan.calls, planning);
  return {
    ...{ outcome: outcome as RowPreview['outcome'], overwrites, setBy, compared },
    ...(main && { main }),
    ...(named && { named }),
    ...about,
  };
}

function diagnosticsOf(planned: PlannedMapping): readonly Diagnostic[] {
  return [...planned.call.diagnostics, ...notesOfDelivery(planned)];
}

/** Planned calls, compared with the earlier calls of the same customers. */
interface ComparedWithDelivered extends Pick<RowPreview, 'named'> {
  /** Each value that would replace another one, and the delivery that has set that. */
  readonly replaced: readonly { readonly call: Call; readonly by: DeliveryOfPerson }[];
  readonly compared: readonly Omit<CallOfRow, 'input'>[];
}

async function comparedWithDelivered(
  calls: readonly PlannedCall[],
  { findLink }: PlanningContext,
  deliveredFor: DeliveredFor,
): Promise<ComparedWithDelivered> {
  const replaced: { call: Call; by: DeliveryOfPerson }[] = [];
  const compared: Omit<CallOfRow, 'input'>[] = [];
  let named: RowPreview['named'];
  for (const { state, link, destination, mapping } of calls) {
    if (state.status !== 'queued') continue;
    const { call } = state;
    const number = link && (await findLink(link, destination));
    const before = await deliveredFor(destination, laneKey(call, link, number));
    const sent = before.map(each => each.call);
    compared.push({ mapping, destination, call, before });
    const last = before.findLast(each => each.call.operation === 'updateCustomer');
    if (last && call.operation === 'updateCustomer' && call.person)
      named ??= { name: call.person.name, updatedBy: last.event };
    for (const { path, older, newer } of newerValues(call, sent)) {
      const sets = (each: DeliveryOfPerson) =>
        newerValues(call, [each.call]).some(value => value.path === path);
      const by = before.findLast(sets);
      if (by && older !== newer) replaced.push({ call, by });
    }
  }
  return { replaced, compared, ...(named && { named }) };
}

/** Returns the hashes by which two rows of one person are recognised; nothing if the row sends nothing. */
async function personOf(
  calls: readonly PlannedCall[],
  { findLink }: PlanningContext,
): Promise<Pick<RowPreview, 'person' | 'values'>> {
  const sent = calls.flatMap(({ state, link, destination, mapping }) =>
    state.status === 'queued' ? [{ call: state.call, link, destination, mapping }] : [],
  );
  const [first] = sent;
  if (!first) return {};
  const number = first.link && (await findLink(first.link, first.destination));
  const key = addressIn(first.call) ?? laneKey(first.call, first.link, number);
  return {
    person: hashOf([first.destination, key]),
    // 007 and 7 are one number.
    values: hashOf(
      sent.map(({ call, mapping }) => [mapping, { ...requestView(call), id: '', customerId: '' }]),
    ),
  };
}

/** Returns the e-mail address or phone number by which the account finds the customer of a booking without a number. */
function addressIn(call: Call): string | undefined {
  if (call.operation !== 'persistCustomerData' || !('details' in call.customer)) return undefined;
  const { email, mobile, phone, firstName } = call.customer.details;
  const address = email?.text.toLowerCase() ?? mobile?.text ?? phone?.text;
  return address === undefined ? undefined : `${address} ${firstName?.text.toLowerCase() ?? ''}`;
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}
