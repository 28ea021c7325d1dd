import type { Fault } from './tracer/fault.ts';

/** A fault of the disk under a running program, and the required reaction to it. */
export interface DiskFault {
  readonly name: string;
  readonly fault: Fault;
  /**
   * `refuses`: 503 while it lasts. `ends`: exit status 70, since no data of the disk can be trusted any more. `bears`:
   * senders notice only a delay.
   */
  readonly owes: 'refuses' | 'ends' | 'bears';
  /**
   * A condition that makes the fault happen soon: the ballast is missing, or the log gets a moment to be emptied
   * completely.
   */
  readonly when?: 'no ballast' | 'calm';
}

const log = '*/store/bridge.db-wal';
const database = '*/store/bridge.db';
const anything = '*/store/*';
const ballast = '*/store/bridge.db-ballast';
const syncs = ['fdatasync', 'fsync'] as const;

const refusing: readonly DiskFault[] = [
  { name: 'log full', fault: { calls: ['pwrite64'], path: log, error: 'ENOSPC' }, owes: 'refuses' },
  // A quota and a read-only disk affect all files there, unlike a broken block.
  ...['ENOSPC', 'EDQUOT', 'EROFS'].map(
    error =>
      ({
        name: `all ${error}`,
        fault: { calls: ['pwrite64', 'write'], path: anything, error },
        owes: 'refuses',
      }) as const,
  ),
];

const ending: readonly DiskFault[] = [
  ...['EIO', 'ENOSPC', 'EDQUOT', 'EROFS'].map(
    error =>
      ({
        name: `log sync ${error}`,
        fault: { calls: syncs, path: log, error, times: 1 },
        owes: 'ends',
      }) as const,
  ),
  { name: 'log write EIO', fault: { calls: ['pwrite64'], path: log, error: 'EIO', times: 1 }, owes: 'ends' },
  { name: 'log read EIO', fault: { calls: ['pread64'], path: log, error: 'EIO', times: 1 }, owes: 'ends' },
  {
    name: 'database write EIO',
    fault: { calls: ['pwrite64'], path: database, error: 'EIO', times: 1 },
    owes: 'ends',
  },
  {
    name: 'database sync EIO',
    fault: { calls: syncs, path: database, error: 'EIO', times: 1 },
    owes: 'ends',
    when: 'calm',
  },
];

const borne: readonly DiskFault[] = [
  // The fault may hit the worker's transaction, which is repeated.
  {
    name: 'log full once',
    fault: { calls: ['pwrite64'], path: log, error: 'ENOSPC', times: 1 },
    owes: 'bears',
  },
  { name: 'database full', fault: { calls: ['pwrite64'], path: database, error: 'ENOSPC' }, owes: 'bears' },
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].flatMap(error => [
    {
      name: `ballast ${error}`,
      fault: { calls: ['write'], path: ballast, error },
      owes: 'bears',
      when: 'no ballast',
    } as const,
    {
      name: `ballast open ${error}`,
      fault: { calls: ['openat'], path: ballast, error },
      owes: 'bears',
      when: 'no ballast',
    } as const,
  ]),
];

/** The slow faults: each call is delayed. */
function slow(delayMs: number): readonly DiskFault[] {
  return [
    { name: 'log sync slow', fault: { calls: syncs, path: log, delayMs, times: 1 }, owes: 'bears' },
    { name: 'log write slow', fault: { calls: ['pwrite64'], path: log, delayMs, times: 1 }, owes: 'bears' },
    {
      name: 'database sync slow',
      fault: { calls: syncs, path: database, delayMs, times: 1 },
      owes: 'bears',
      when: 'calm',
    },
    {
      name: 'database write slow',
      fault: { calls: ['pwrite64'], path: database, delayMs, times: 1 },
      owes: 'bears',
    },
  ];
}

/** All faults once, those that end the program last. `delayMs`: the delay of the slow ones. */
export function diskFaults(delayMs: number): readonly DiskFault[] {
  return [...refusing, ...borne, ...slow(delayMs), ...ending];
}
