import { readdirSync, readFileSync, statSync } from 'node:fs';

/** The resources of a process and its store at one time. */
export interface Needs {
  /** Since the first measurement. Milliseconds. */
  readonly atMs: number;
  /** Resident memory. */
  readonly memoryBytes: number;
  /** Open files and connections. */
  readonly openFiles: number;
  readonly storeBytes: number;
  /** The write-ahead log of the store. */
  readonly logBytes: number;
  /** The number of events accepted so far. */
  readonly events: number;
  /** How late the process is with its work: the delay of its event loop. */
  readonly lateMs: number;
}

const mebibyte = 1024 * 1024;
const hourMs = 60 * 60_000;

/** The share of a run for warming up: compiled code, caches and pools reach their size. */
const warmingUp = 1 / 3;
/** The maximum increase of memory in a long run; a short run may exceed it as far as noise explains. */
const percentPerHour = 1;
const percentOfNoise = 5;
const timesOfNoise = 1.25;
/** The maximum size of the log before it restarts, and half as much again. */
const longestLogBytes = 96 * mebibyte;
/** The maximum median delay; a freeze of the process makes single measurements late. */
const latestMs = 50;

/**
 * Measures a process of this machine and the file of its store (Linux).
 * @throws if the process is gone
 */
export function lookAt(pid: number, file: string, so: Pick<Needs, 'atMs' | 'events' | 'lateMs'>): Needs {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    ...so,
    memoryBytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024,
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    storeBytes: statSync(file).size,
    logBytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
  };
}

/** Describes everything that grew unexpectedly; empty if nothing did. */
export function whatGrew(all: readonly Needs[]): readonly string[] {
  const looks = all.slice(Math.ceil(all.length * warmingUp));
  const [first, last] = [looks[0], looks.at(-1)];
  if (!first || !last || looks.length < 8) return ['there were too few looks to tell what grows'];
  const hours = (last.atMs - first.atMs) / hourMs;
  const percent = memoryPercentPerHour(all);
  const [early, late] = [looks.slice(0, looks.length / 4), looks.slice((looks.length * 3) / 4)];
  const [opened, openNow] = [medianOf(early, 'openFiles'), medianOf(late, 'openFiles')];
  const middle = looks[Math.floor(looks.length / 2)] ?? first;
  const before = bytesPerEvent(first, middle);
  const after = bytesPerEvent(middle, last);
  const lateMs = medianOf(looks, 'lateMs');
  const longest = Math.max(...all.map(({ logBytes }) => logBytes));
  return [
    percent > Math.max(percentPerHour, percentOfNoise / hours) && `memory by ${percent.toFixed(1)} % an hour`,
    openNow > opened * timesOfNoise && `open files, from ${opened} to ${openNow}`,
    after > before * timesOfNoise && `the space of an event in the store, from ${before} to ${after} bytes`,
    lateMs > latestMs && `how late the event loop is, to ${Math.round(lateMs)} ms`,
    longest > longestLogBytes && `the log of the store, to ${Math.round(longest / mebibyte)} MiB`,
  ].filter(words => words !== false);
}

/** Returns the increase of memory in percent per hour: the median of the slopes between any two measurements. */
export function memoryPercentPerHour(all: readonly Needs[]): number {
  const looks = thinned(all.slice(Math.ceil(all.length * warmingUp)));
  const slopes = looks.flatMap((one, index) =>
    looks
      .slice(index + 1)
      .map(other => (other.memoryBytes - one.memoryBytes) / ((other.atMs - one.atMs) / hourMs)),
  );
  return (100 * median(slopes)) / medianOf(looks, 'memoryBytes');
}

/** One line of a table, and its head. */
export const tableHead = '     min   memory   open      store      log     events     late';
export function tableLine({
  atMs,
  memoryBytes,
  openFiles,
  storeBytes,
  logBytes,
  events,
  lateMs,
}: Needs): string {
  const inMebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`;
  return [
    (atMs / 60_000).toFixed(1).padStart(8),
    `${Math.round(memoryBytes / mebibyte)} MiB`.padStart(9),
    String(openFiles).padStart(7),
    inMebibytes(storeBytes).padStart(11),
    inMebibytes(logBytes).padStart(9),
    events.toLocaleString('en').padStart(11),
    `${Math.round(lateMs)} ms`.padStart(9),
  ].join('');
}

/** The maximum number of measurements such that all pairs of them can be compared. */
function thinned(looks: readonly Needs[]): readonly Needs[] {
  const every = Math.ceil(looks.length / 500);
  return looks.filter((_, index) => index % every === 0);
}

function bytesPerEvent(from: Needs, to: Needs): number {
  return Math.round((to.storeBytes - from.storeBytes) / Math.max(1, to.events - from.events));
}

function medianOf(looks: readonly Needs[], what: keyof Needs): number {
  return median(looks.map(look => look[what]));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
