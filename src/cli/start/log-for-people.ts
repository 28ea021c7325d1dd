import type { styleText } from 'node:util';
import { counted } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { LineEntry } from '../../log/line-entry.ts';
import { type LineName, logLines } from '../../log/log-lines.ts';
import type { LogOutput } from '../../server/health/log-output.ts';
import { outcomeWords } from '../operate/event-words.ts';
import { localTime } from '../terminal/time-words.ts';

type Style = Parameters<typeof styleText>[0];

/** Writes log lines for people. */
export interface PeopleLog {
  /** The level that pino needs, so that it passes on the lines of events. */
  readonly level: string;
  write(line: string): void;
}

/** Log lines for the outcome of an event. Their level is `debug`, but people at a terminal want to see them. */
const eventLines: ReadonlySet<string> = new Set<LineName>([
  'event delivered',
  'event skipped',
  'event duplicate',
  'event delayed',
  'event waits for its link',
]);

/** The maximum number of event lines in a second; further ones are only counted. */
const mostPerSecond = 20;

/** Writes each log line as a sentence: the time, the severity, the event and its object. */
export function peopleLog(
  output: Pick<LogOutput, 'write'>,
  level: string,
  paint: (style: Style, text: string) => string,
): PeopleLog {
  const showsEvents = level === 'info';
  let second = '';
  let shown = 0;

  function fits(line: Line): boolean {
    if (line.level > debug || !showsEvents) return true;
    if (!eventLines.has(line.msg)) return false;
    const now = line.time.slice(0, 19);
    if (now !== second && shown > mostPerSecond)
      output.write(`${' '.repeat(timeWidth)}  and ${shown - mostPerSecond} more lines of events\n`);
    if (now !== second) shown = 0;
    second = now;
    shown += 1;
    return shown <= mostPerSecond;
  }

  return {
    level: showsEvents ? 'debug' : level,
    write(text) {
      const line = JSON.parse(text) as Line;
      if (fits(line)) output.write(`${sentenceOf(line, paint)}\n`);
    },
  };
}

/** A line as pino writes it. */
interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

const debug = 20;
const warn = 40;
const error = 50;
const timeWidth = 'HH:MM:SS'.length;

function sentenceOf(line: Line, paint: (style: Style, text: string) => string): string {
  const { level, time, msg, ...fields } = line;
  const [, clock = ''] = localTime(time).split(' ');
  const grave = level >= error ? paint('red', 'error: ') : level >= warn ? paint('yellow', 'warning: ') : '';
  const { name, about } = wordsOf(msg, fields);
  const what = name === 'diagnostic' ? '' : paint('bold', name);
  const next = (logLines as Readonly<Record<string, LineEntry>>)[msg]?.next;
  const details = [about, next].filter(Boolean).join('; ');
  return `${paint('gray', clock)}  ${grave}${[what, details].filter(Boolean).join(what && details ? ': ' : '')}`;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the name of a line and its details. For a change of the mappings, the files come first. */
function wordsOf(msg: string, fields: Fields): { readonly name: string; readonly about: string } {
  switch (msg) {
    case 'mappings reloaded' satisfies LineName: {
      const removed = namesIn(fields.removed);
      const saved = namesIn(fields.changed).filter(file => !removed.includes(file));
      if (saved.length === 0) return { name: 'mapping removed', about: listed(removed) };
      const others = removed.length > 0 ? `; removed: ${listed(removed)}` : '';
      return { name: 'mapping saved', about: `${listed(saved)}${others}` };
    }
    case 'mappings reloaded with errors' satisfies LineName:
      return { name: 'mapping faulty', about: listed(namesIn(fields.found)) };
    case 'ready for webhooks' satisfies LineName:
      return { name: msg, about: readyWords(fields) };
    default:
      return { name: msg, about: detailsOf(fields) };
  }
}

/**
 * Describes the address, the number of configured objects, and the stored events that wait or need a person.
 */
function readyWords(fields: Fields): string {
  const { url, admin, sources, destinations, mappings } = fields;
  const number = (name: string) => (typeof fields[name] === 'number' ? fields[name] : 0);
  const parts = [
    url,
    admin === undefined ? undefined : `admin ${admin}`,
    counted(Number(sources ?? 0), 'source'),
    counted(Number(destinations ?? 0), 'destination'),
    counted(Number(mappings ?? 0), 'mapping'),
    ...['uncertain', 'failed', 'held', 'queued'].flatMap(status =>
      number(status) > 0 ? [`${number(status)} ${status}`] : [],
    ),
  ];
  return parts.filter(isWord).map(escapeText).join(', ');
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isWord) : [];
}

function listed(names: readonly string[]): string {
  return names.map(escapeText).join(', ');
}

/** Formats the fields of a line: names of objects, then sentences, then other fields by name. */
function detailsOf(fields: Fields): string {
  const { source, destination, mapping, operation, event, message, reason, hint, ...others } = fields;
  const {
    level: _level,
    severity: _severity,
    row: _row,
    outcome,
    nextAttemptAt,
    status: _status,
    ...further
  } = others;
  const { file, line, column, code, path, attempt, ms, httpStatus, ...rest } = further;
  const way = [source, destination].filter(isWord).join(' → ');
  const place = isWord(file) ? [file, line, column].filter(each => each !== undefined).join(':') : undefined;
  const named = Object.entries(rest).flatMap(([name, value]) => {
    const shown = wordOf(value);
    return shown === undefined || name.endsWith('_id')
      ? []
      : [`${name} ${isTime(name, shown) ? localTime(shown) : shown}`];
  });
  const parts = [
    place,
    way,
    isWord(mapping) ? `mapping ${mapping}` : undefined,
    operation,
    message ?? reason,
    hint,
    path === undefined ? undefined : `at ${path}`,
    code === undefined ? undefined : `[${code}]`,
    ...answerWords(attempt, ms, httpStatus),
    ...laterWords(outcome, nextAttemptAt),
    ...named,
    event,
  ];
  return parts.filter(isWord).map(escapeText).join(', ');
}

function answerWords(attempt: unknown, ms: unknown, httpStatus: unknown): readonly string[] {
  const took = ms === undefined ? '' : ` after ${ms} ms`;
  const answer = httpStatus === undefined ? 'no answer' : `HTTP ${httpStatus}`;
  return [
    ...(typeof attempt === 'number' && attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(ms === undefined && httpStatus === undefined ? [] : [`${answer}${took}`]),
  ];
}

/** Describes why a call is retried, and the time by the clock of this machine. */
function laterWords(outcome: unknown, nextAttemptAt: unknown): readonly string[] {
  if (!isWord(nextAttemptAt)) return [];
  return [...(isWord(outcome) ? [outcomeWords(outcome)] : []), `next try at ${localTime(nextAttemptAt)}`];
}

function isTime(name: string, text: string): boolean {
  return name.endsWith('At') && !Number.isNaN(Date.parse(text));
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function wordOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(String).join(' ');
  if (typeof value === 'object' && value !== null) {
    const { reason, type } = value as { reason?: unknown; type?: unknown };
    return wordOf(reason ?? type);
  }
  return value === undefined || value === null ? undefined : String(value);
}
