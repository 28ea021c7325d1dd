import type { PlanningContext } from '../../deliver/planning/plan-event.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import type { FaultyMapping } from '../../mapping/folder.ts';
import { type DiffReport, diffEvents, type ValueDetail } from './diff-events.ts';

/** The events to compare: the newest ones, of all mappings or one, of all sources or one. */
export interface DiffRequest {
  /** The maximum number of events to compare, counted from the newest. */
  readonly last: number;
  readonly mapping?: string | undefined;
  readonly source?: string | undefined;
  readonly detail: ValueDetail;
}

/** The differences, and the files that could not be read as mappings. */
export interface StoredDiff extends DiffReport {
  readonly faulty: readonly Pick<FaultyMapping, 'name' | 'file' | 'diagnostics'>[];
}

/**
 * Plans the newest stored events with the mappings of `planning` and returns the differences from the earlier calls.
 * For one mapping, events of its source are read. Unreadable events are not compared.
 */
export async function diffStored(
  archive: Pick<EventArchive, 'newest'>,
  { last, mapping, detail, ...request }: DiffRequest,
  planning: PlanningContext,
): Promise<StoredDiff> {
  const { faulty } = planning.mappings.folder();
  const unreadable = new Set(
    faulty.map(({ name }) => name).filter(name => planning.mappings.find(name) === undefined),
  );
  const source =
    request.source ?? (mapping === undefined ? undefined : planning.mappings.find(mapping)?.source);
  const report = await diffEvents(archive.newest({ last, ...(source !== undefined && { source }) }), {
    planning,
    chosen: name => !unreadable.has(name) && (mapping === undefined || name === mapping),
    detail,
  });
  return { ...report, faulty: faulty.map(({ name, file, diagnostics }) => ({ name, file, diagnostics })) };
}
