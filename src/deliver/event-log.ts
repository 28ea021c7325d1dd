import { basename } from 'node:path';
import type { Config } from '../config/config.ts';
import { codes } from '../diagnostics/codes.ts';
import { type Diagnostic, mainDiagnostic } from '../diagnostics/diagnostic.ts';
import type { Claim } from '../inbox/claim.ts';
import { isoTime } from '../inbox/clock.ts';
import type { NoticeAttempt, StatusNotice } from '../inbox/status-notice.ts';
import type { FieldsOf } from '../log/log.ts';
import { traceFields } from '../traces/trace-context.ts';
import type { Delivered } from './deliver-call.ts';
import type { Report } from './report.ts';

const lines = {
  uncertain: 'event uncertain',
  failed: 'event failed',
  held: 'call held',
  skipped: 'event skipped',
  duplicate: 'event id reused',
  waiting: 'event waits for its link',
} as const satisfies Record<StatusNotice['status'], string>;

/** Logs each event and call that stopped, with the diagnostic that explains why, without its values. */
export function logStatusNotices(
  { destinations }: Pick<Config, 'destinations'>,
  report: (report: Report) => void,
): (notice: StatusNotice) => void {
  return ({ event, source, call, status, diagnostics, attempt, trace }) => {
    const details = {
      event,
      source,
      ...(call && { mapping: call.mapping }),
      // If a rule returned an unknown destination, that text may be a value of the payload.
      ...(call && destinations.has(call.destination) && { destination: call.destination }),
      ...(call && { operation: call.operation }),
      status,
      ...whyFields(diagnostics),
      ...(attempt && attemptFields(attempt)),
      ...traceFields(trace),
    };
    report({ what: status === 'held' && !call ? 'event held' : lines[status], details });
  };
}

/** Logs that a call was delivered or will be retried. `logStatusNotices` logs the other results. */
export function logProgress(
  claim: Claim,
  { progress, attempt, trace }: Pick<Delivered, 'progress' | 'attempt' | 'trace'>,
  report: (report: Report) => void,
): void {
  const { status } = progress;
  if (status !== 'delivered' && status !== 'queued') return;
  const details = {
    ...claimFields(claim),
    status,
    ...(attempt && attemptFields({ ...attempt, number: claim.attempt })),
    // The trace of the request is more precise than the trace of the webhook.
    ...(trace && traceFields(trace)),
  };
  if (status === 'delivered') report({ what: 'event delivered', details });
  else {
    const nextAttemptAt = isoTime(progress.dueAt);
    report({ what: 'event delayed', details: { ...details, nextAttemptAt } });
  }
}

/** Returns the event and the call of a claim, as log fields. */
export function claimFields({ eventId, source, mapping, destination, call, trace }: Claim) {
  const { operation } = call;
  return { event: eventId, source, mapping, destination, operation, ...traceFields(trace) };
}

/** Returns the number, duration and result of an attempt. */
function attemptFields({ number, ms, outcome, status }: NoticeAttempt): AttemptFields {
  return { attempt: number, ms, outcome, ...(status !== undefined && { httpStatus: status }) };
}

type AttemptFields = Pick<FieldsOf<'event delivered'>, 'attempt' | 'ms' | 'outcome' | 'httpStatus'>;

/** Messages and hints may quote the payload, so the log has the title of the code instead. */
function whyFields(diagnostics: readonly Diagnostic[]) {
  const why = mainDiagnostic(diagnostics);
  if (!why) return {};
  const { code, path, place } = why;
  return {
    code,
    ...(path !== undefined && { path }),
    ...(place && { file: basename(place.file), line: place.line, column: place.column }),
    message: codes[code].title,
  };
}
