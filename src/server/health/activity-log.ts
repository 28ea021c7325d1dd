import { outcomeCell } from '../../deliver/event-metrics.ts';
import {
  type ActivityCount,
  type ActivityMinute,
  type ActivityStore,
  minuteMs,
} from '../../inbox/activity-store.ts';
import { type Clock, isoTime } from '../../inbox/clock.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { acceptedCell } from '../webhooks/webhook-metrics.ts';

/** Counts in equal steps of time, the oldest first. All lists have one length; the last step still runs. */
export interface ActivitySeries {
  /** The start of the first step, in ISO 8601. */
  readonly startedAt: string;
  readonly stepSeconds: number;
  /** The number of stored events. */
  readonly accepted: readonly number[];
  /** The number of delivered events. */
  readonly delivered: readonly number[];
  /** The number of events that failed or became uncertain. */
  readonly failed: readonly number[];
  /** The longest waiting time; null if nothing waited, or no bridge ran. */
  readonly oldestSeconds: readonly (number | null)[];
}

/** Stores the counts of this process, and reads those of all processes. */
export interface ActivityLog {
  /** Stores the counts since the last time. If that fails, they are stored the next time. */
  keep(): Promise<void>;
  /** Returns the counts of the last `hours` hours. */
  series(hours: number): Promise<ActivitySeries>;
}

export interface ActivityParts {
  readonly store: ActivityStore;
  readonly clock: Clock;
  /** The counts of this process since its start. */
  readonly counted: () => ActivityCount;
}

/** Returns the counts of this process since its start, over all sources. */
export function countedSinceStart(metrics: Metrics, sources: Iterable<string>): ActivityCount {
  const names = [...sources];
  const accepted = acceptedSinceStart(metrics, names);
  let [delivered, failed] = [0, 0];
  for (const source of names) {
    delivered += outcomeCell(metrics, source, 'delivered').value;
    failed += outcomeCell(metrics, source, 'failed').value + outcomeCell(metrics, source, 'uncertain').value;
  }
  return { accepted, delivered, failed };
}

/** Returns the number of events of all sources that this process accepted since its start. */
export function acceptedSinceStart(metrics: Metrics, sources: Iterable<string>): number {
  let accepted = 0;
  for (const source of sources) accepted += acceptedCell(metrics, source).value;
  return accepted;
}

/** The maximum number of points in a chart's line. */
const mostSteps = 400;
const steps = [1, 5, 15, 60].map(minutes => minutes * minuteMs);

/** Creates a log that begins with the current counts. */
export function createActivityLog({ store, clock, counted }: ActivityParts): ActivityLog {
  let kept = counted();
  const fresh = (): ActivityCount => difference(counted(), kept);
  return {
    async keep() {
      const now = counted();
      const news = difference(now, kept);
      kept = now;
      try {
        await store.addActivity(news);
      } catch (error) {
        kept = difference(kept, news);
        throw error;
      }
    },
    async series(hours) {
      const now = clock.now();
      const lastMs = hours * 60 * minuteMs;
      const stepMs = steps.find(ms => lastMs / ms <= mostSteps) ?? 60 * minuteMs;
      const length = Math.ceil(lastMs / stepMs);
      const start = now - (now % stepMs) - (length - 1) * stepMs;
      const minutes = await store.activity(start);
      return seriesOf([...minutes, { at: now, ...fresh(), oldestMs: null }], { start, stepMs, length });
    },
  };
}

function difference(now: ActivityCount, before: ActivityCount): ActivityCount {
  return {
    accepted: now.accepted - before.accepted,
    delivered: now.delivered - before.delivered,
    failed: now.failed - before.failed,
  };
}

function seriesOf(
  minutes: readonly ActivityMinute[],
  { start, stepMs, length }: { readonly start: number; readonly stepMs: number; readonly length: number },
): ActivitySeries {
  const zeros = () => new Array<number>(length).fill(0);
  const accepted = zeros();
  const delivered = zeros();
  const failed = zeros();
  const oldestSeconds = new Array<number | null>(length).fill(null);
  for (const minute of minutes) {
    // Another process's clock may be ahead.
    const step = Math.min(length - 1, Math.floor((minute.at - start) / stepMs));
    accepted[step] = (accepted[step] ?? 0) + minute.accepted;
    delivered[step] = (delivered[step] ?? 0) + minute.delivered;
    failed[step] = (failed[step] ?? 0) + minute.failed;
    if (minute.oldestMs !== null) {
      const seconds = Math.floor(minute.oldestMs / 1000);
      oldestSeconds[step] = Math.max(oldestSeconds[step] ?? 0, seconds);
    }
  }
  const startedAt = isoTime(start);
  return { startedAt, stepSeconds: stepMs / 1000, accepted, delivered, failed, oldestSeconds };
}
