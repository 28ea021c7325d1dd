import type { PlanningContext } from '../../deliver/planning/plan-event.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { shapeOf } from '../../diagnostics/shape-of.ts';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import { type Change, changeText } from '../../inbox/call.ts';
import type { ArchivedEvent } from '../../inbox/event-archive.ts';
import { isYesOrNo } from '../../mapping/convert/convert-boolean.ts';
import { type Chosen, compareEvent, type MappingDifference } from './compare-event.ts';
import { type DifferenceKind, differenceKinds } from './differences-between.ts';
import { storedResult } from './mapping-result.ts';

/** Shows event values unchanged, or only their shapes. Texts of the mapping itself are always shown. */
export type ValueDetail = 'values' | 'shapes';

/** Events with the same difference. */
export interface DifferenceGroup {
  readonly mapping: string;
  readonly kind: DifferenceKind;
  readonly path?: string;
  /** The reason why they fail, are held or are skipped. */
  readonly why?: { readonly code: DiagnosticCode; readonly path?: string; readonly message?: string };
  readonly events: number;
  /** The ids of the first events. */
  readonly first: readonly string[];
  /** The most frequent pairs of previous and new value. */
  readonly examples: readonly { readonly was?: string; readonly now?: string; readonly events: number }[];
}

/** The differences between the current mappings and the earlier results of the stored events. */
export interface DiffReport {
  /** The number of events that were planned again. */
  readonly events: number;
  /** The number of events with another result. */
  readonly changed: number;
  /** The number of changed events that are held because they had no mapping, and would now get their first calls. */
  readonly released: number;
  /** The number of events that were not compared: not planned yet, or not readable. */
  readonly left: number;
  /** The number of events with a call that waits for its link: its future values are unknown and not comparable. */
  readonly waiting: number;
  readonly groups: readonly DifferenceGroup[];
}

export interface DiffOptions {
  readonly planning: PlanningContext;
  readonly chosen: Chosen;
  readonly detail: ValueDetail;
}

const firstIds = 3;
const fewExamples = 3;
/** The maximum number of value pairs that are counted in a group, which bounds the memory. */
const countedPairs = 50;

/** Plans stored events again and groups the differences. Keeps counts and a few examples, never whole events. */
export async function diffEvents(
  events: AsyncIterable<ArchivedEvent>,
  { planning, chosen, detail }: DiffOptions,
): Promise<DiffReport> {
  const groups = new Map<string, Gathering>();
  let count = 0;
  let changed = 0;
  let released = 0;
  let left = 0;
  let waiting = 0;
  for await (const each of events) {
    if (!wasPlanned(each)) {
      left += 1;
      continue;
    }
    count += 1;
    if (each.calls.some(call => chosen(call.mapping) && storedResult(call).kind === 'waits')) waiting += 1;
    const differences = await compareEvent(each, planning, chosen);
    if (differences.length > 0) changed += 1;
    if (isReleased(each, differences)) released += 1;
    for (const difference of differences) gather(groups, difference, each.event.id, detail);
  }
  const found = [...groups.values()].map(concluded).sort(byNeed);
  return { events: count, changed, released, left, waiting, groups: found };
}

function isReleased({ ownStatus, calls }: ArchivedEvent, differences: readonly MappingDifference[]): boolean {
  const isHeld = ownStatus === 'held' && calls.length === 0;
  return isHeld && differences.length > 0 && differences.every(({ kind }) => kind === 'new-call');
}

function wasPlanned({ event, ownStatus, calls }: ArchivedEvent): boolean {
  if (calls.length > 0) return true;
  return event.planning !== 'first' && ownStatus !== 'failed' && ownStatus !== 'discarded';
}

interface Gathering {
  readonly difference: MappingDifference;
  readonly detail: ValueDetail;
  events: number;
  readonly first: string[];
  readonly pairs: Map<string, { readonly was?: string; readonly now?: string; events: number }>;
}

function gather(
  groups: Map<string, Gathering>,
  difference: MappingDifference,
  id: string,
  detail: ValueDetail,
): void {
  const { mapping, kind, path, why } = difference;
  const key = JSON.stringify([mapping, kind, path, why?.code, why?.path]);
  const fresh: Gathering = { difference, detail, events: 0, first: [], pairs: new Map() };
  const group = groups.get(key) ?? fresh;
  groups.set(key, group);
  group.events += 1;
  if (group.first.length < firstIds) group.first.push(id);
  const was = told(difference.was, detail);
  const now = told(difference.now, detail);
  if (was === undefined && now === undefined) return;
  const pairKey = JSON.stringify([was, now]);
  const pair = group.pairs.get(pairKey);
  if (pair) pair.events += 1;
  else if (group.pairs.size < countedPairs) {
    group.pairs.set(pairKey, withoutAbsent({ was, now, events: 1 }));
  }
}

function told(change: Change | undefined, detail: ValueDetail): string | undefined {
  if (change === undefined) return undefined;
  if ('clear' in change) return '""';
  // A yes or a no identifies nobody, and the other side may be a text of the mapping.
  const isTold = detail === 'values' || change.set.origin === 'mapping' || isYesOrNo(change.set.text);
  return isTold ? JSON.stringify(changeText(change)) : shapeOf(change.set.text);
}

function concluded({ difference, detail, events, first, pairs }: Gathering): DifferenceGroup {
  const { mapping, kind, path, why } = difference;
  const examples = [...pairs.values()].sort((one, other) => other.events - one.events).slice(0, fewExamples);
  return {
    mapping,
    kind,
    ...(path !== undefined && { path }),
    ...(why && {
      why: {
        code: why.code,
        ...(why.path !== undefined && { path: why.path }),
        // A message may quote the customer.
        ...(detail === 'values' && { message: why.message }),
      },
    }),
    events,
    first,
    examples,
  };
}

function byNeed(one: DifferenceGroup, other: DifferenceGroup): number {
  if (one.mapping !== other.mapping) return one.mapping < other.mapping ? -1 : 1;
  const need = ({ kind }: DifferenceGroup) => differenceKinds.indexOf(kind);
  return need(one) - need(other) || other.events - one.events;
}
