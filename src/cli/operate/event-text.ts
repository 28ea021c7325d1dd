import { styleText } from 'node:util';
import { counted } from '../../diagnostics/counted.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeText, visibleNames } from '../../diagnostics/visible-text.ts';
import type { Amendment } from '../../inbox/amendment.ts';
import type { AuditEntry } from '../../inbox/audit.ts';
import type { CallView, EventView } from '../../inbox/event.ts';
import { changedValues } from '../../receive/bodies/changed-values.ts';
import type { UnreadInEvent } from '../../server/api/routes/unread-in-event.ts';
import { type Surroundings, wantsColor } from '../surroundings.ts';
import { localTime, pastTimeInWords, timeInWords } from '../terminal/time-words.ts';
import { columnsOf, cut, wrap } from '../terminal/wrap.ts';
import { unlikeWords } from '../try/unread-values-text.ts';
import { show } from '../workspace.ts';
import { type NextStep, nextSteps } from './event-next.ts';
import { actionWords, outcomeWords, statusStyles } from './event-words.ts';

type Style = Parameters<typeof styleText>[0];

/** The layout of a page: its width and its colours. */
interface Page {
  readonly columns: number;
  readonly paint: (style: Style, text: string) => string;
  /** Returns diagnostics as lines with this indentation. */
  readonly diagnostics: (all: readonly Diagnostic[], indent: number) => readonly string[];
}

/**
 * Describes an event for people: its origin, its payload, its calls with their values, attempts and errors,
 * and the next steps. Words such as "3 minutes ago" count from `now`.
 */
export function eventText(
  event: EventView & {
    payload?: unknown;
    corrected?: unknown;
    amendments?: readonly Amendment[];
    audit?: readonly AuditEntry[];
    unread?: readonly UnreadInEvent[];
  },
  now: number,
  surroundings: Surroundings,
  paths: readonly string[] = [],
): string {
  const page = pageOf(surroundings);
  const ofCalls = new Set(event.calls.flatMap(call => call.diagnostics.map(each => JSON.stringify(each))));
  const own = event.diagnostics.filter(each => !ofCalls.has(JSON.stringify(each)));
  const steps = nextSteps(event, paths);
  const blocks = [
    head(event, now, page),
    payloadLines('Payload', event.payload, page),
    correctionLines(event, now, page),
    discardedLines(event, now, page),
    ...event.calls.map(call => callLines(call, now, page)),
    unreadLines(event.unread ?? []),
    page.diagnostics(own, 0),
    steps.length === 0
      ? []
      : [page.paint('bold', 'Next steps'), ...steps.flatMap(step => stepLines(step, page))],
  ];
  const filled = blocks.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return `${filled.join('\n\n')}\n`;
}

function pageOf(surroundings: Surroundings): Page {
  const { out, env } = surroundings;
  const color = wantsColor(out, env);
  return {
    columns: columnsOf(out),
    paint: (style, text) => (color && text !== '' ? styleText(style, text, { validateStream: false }) : text),
    diagnostics: (all, indent) => {
      const { isTTY = false, columns } = out;
      const stream = { isTTY, ...(columns !== undefined && { columns: columns - indent }) };
      const text = show(all, new Map(), surroundings, stream).trimEnd();
      return text === '' ? [] : text.split('\n').map(line => ' '.repeat(indent) + line);
    },
  };
}

function head(event: EventView, now: number, page: Page): readonly string[] {
  const isTold = event.diagnostics.some(each => each.message.startsWith(event.reason ?? ''));
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['source', event.type === undefined ? event.source : `${event.source} (${event.type})`],
    ['received', pastTimeInWords(event.receivedAt, now)],
    ['happened', event.occurredAt && timeInWords(event.occurredAt, now)],
    ['next try', event.nextAttemptAt && timeInWords(event.nextAttemptAt, now)],
    ['because', isTold ? undefined : event.reason],
    ['same as', event.duplicateOf],
    ['trace', event.traceId],
  ];
  const status = page.paint(statusStyles[event.status], event.status);
  return [`${page.paint('bold', event.id)}  ${status}`, ...labelled(rows, page)];
}

function callLines(call: CallView, now: number, page: Page): readonly string[] {
  const { paint } = page;
  const status = paint(statusStyles[call.status], call.status);
  const where = call.destination === '' ? '' : ` at ${call.destination}`;
  const values = Object.entries(call.request ?? {}).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : Object.entries(value),
  );
  const ending: readonly (readonly [string, string | undefined])[] = [
    ['next try', call.nextAttemptAt && timeInWords(call.nextAttemptAt, now)],
    ['because', call.diagnostics.length === 0 ? call.reason : undefined],
    ['result', resultWords(call)],
    ['address', call.url],
  ];
  return [
    `${paint('bold', call.operation)}${where}, by the mapping ${call.mapping}: ${status}`,
    ...labelled(
      values.filter(([name]) => name !== 'operation').map(([name, text]) => [name, text || '(deleted)']),
      page,
    ),
    ...call.attempts.flatMap(attempt => attemptLines(attempt, page)),
    ...labelled(ending, page),
    ...(call.changes ?? []).map(each =>
      indented(
        `changed ${each.name}: ${each.originalValue || '(empty)'} -> ${each.newValue || '(empty)'}`,
        page,
      ),
    ),
    ...(call.furtherChanges ? [indented(`and ${counted(call.furtherChanges, 'further change')}`, page)] : []),
    ...page.diagnostics(leftOutTogether(call.diagnostics), 2),
  ];
}

/** Shows values that were left out for the same newer events together. */
function leftOutTogether(all: readonly Diagnostic[]): readonly Diagnostic[] {
  const isLeftOut = ({ code }: Diagnostic) => code === 'delivery/superseded';
  const groups = [...Map.groupBy(all.filter(isLeftOut), ({ hint }) => hint).values()];
  const together = groups.flatMap(group => {
    const [first] = group;
    if (!first || group.length === 1) return group;
    const { path: _path, ...rest } = first;
    const paths = visibleNames(group.flatMap(({ path }) => path ?? []));
    return [{ ...rest, message: `${paths} were left out: newer events of this person have set them since` }];
  });
  return [...together, ...all.filter(each => !isLeftOut(each))];
}

function stepLines({ says, command }: NextStep, page: Page): readonly string[] {
  return [indented(says, page), ...(command === undefined ? [] : [`    ${command}`])];
}

function resultWords({ result, action, customerId, changes }: CallView): string | undefined {
  const parts = [
    result,
    action && actionWords(action),
    customerId && `customer ${customerId}`,
    changes?.length === 0 ? 'nothing had to change' : undefined,
  ];
  return parts.filter(Boolean).join(', ') || undefined;
}

function attemptLines(attempt: CallView['attempts'][number], page: Page): readonly string[] {
  const answer = attempt.status === undefined ? 'no answer' : `HTTP ${attempt.status}`;
  const line = `${localTime(attempt.at)}: ${answer} after ${attempt.ms} ms, ${outcomeWords(attempt.outcome)}`;
  const body = escapeText((attempt.body ?? '').replace(/\s+/g, ' '));
  return [
    indented(line, page),
    ...(body === '' ? [] : [page.paint('gray', `    ${cut(body, page.columns - 4)}`)]),
  ];
}

/** Lists the values that no rule reads and no test has; `--json` shows all of them. */
function unreadLines(unread: readonly UnreadInEvent[]): readonly string[] {
  if (unread.length === 0) return [];
  const rows = unread.slice(0, mostUnread).map(each => `  ${escapeText(each.path)}: ${unlikeWords(each)}`);
  const more = unread.length - rows.length;
  return ['No rule reads, and no test has:', ...rows, ...(more > 0 ? [`  and ${more} more`] : [])];
}

const mostUnread = 15;

/** Returns the first lines of the payload; `--json` shows all of it. */
function payloadLines(title: string, payload: unknown, page: Page): readonly string[] {
  if (payload === undefined) return [];
  const lines = (typeof payload === 'string' ? payload : JSON.stringify(payload, null, 2)).split('\n');
  const more = lines.length - longestPayload;
  return [
    page.paint('bold', title),
    ...lines.slice(0, longestPayload).map(line => `  ${cut(escapeText(line), page.columns - 2)}`),
    ...(more > 0 ? [page.paint('gray', `  ... ${more} lines more; --json shows it whole`)] : []),
  ];
}

const longestPayload = 20;

/** Lists the corrected values beside the received ones, and who corrected them. */
function correctionLines(
  { payload, corrected, amendments = [] }: Parameters<typeof eventText>[0],
  now: number,
  page: Page,
): readonly string[] {
  if (corrected === undefined) return [];
  const changes = changedValues(payload, corrected);
  const more = changes.length - mostCorrections;
  return [
    page.paint('bold', 'Corrections'),
    ...changes
      .slice(0, mostCorrections)
      .map(({ path, before, after }) =>
        indented(`${path || 'the payload'}: ${valueText(before)} -> ${valueText(after)}`, page),
      ),
    ...(more > 0 ? [page.paint('gray', `  ... ${more} more; --json shows all`)] : []),
    ...amendments.map(each => indented(byPersonWords('corrected', each, now), page)),
  ];
}

const mostCorrections = 20;

function valueText(value: unknown): string {
  return value === undefined ? '(missing)' : cut(JSON.stringify(value), 200);
}

/** Says who discarded the event last, and why. */
function discardedLines(
  { status, audit = [] }: EventView & { audit?: readonly AuditEntry[] },
  now: number,
  page: Page,
): readonly string[] {
  const entry = status === 'discarded' ? audit.find(({ what }) => what === 'discard') : undefined;
  return entry ? [indented(byPersonWords('discarded', entry, now), page)] : [];
}

function byPersonWords(
  done: string,
  { at, who, why }: Pick<AuditEntry, 'at' | 'who' | 'why'>,
  now: number,
): string {
  return `${done} ${pastTimeInWords(at, now)} by ${who}${why === undefined ? '' : `: ${why}`}`;
}

function labelled(rows: readonly (readonly [string, string | undefined])[], page: Page): readonly string[] {
  const said = rows.flatMap(([label, text]) => (text ? [[label, text] as const] : []));
  const width = Math.max(8, ...said.map(([label]) => label.length));
  return said.map(
    ([label, text]) =>
      `  ${page.paint('gray', label.padEnd(width))}  ${wrap(escapeText(text), page.columns, width + 4)}`,
  );
}

function indented(text: string, { columns }: Page): string {
  return `  ${wrap(escapeText(text), columns, 4)}`;
}
