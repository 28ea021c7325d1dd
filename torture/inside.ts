import { subscribe } from 'node:diagnostics_channel';
import type { Step } from '../src/inbox/step.ts';

/** The commands of the torture for the process, over their channel. */
export type TortureCommand =
  /** Kills or stops the process when it reaches this side of this step for the given time from now on. */
  | { readonly command: 'die' | 'stop'; readonly step: Step; readonly times: number }
  /** Cancels kills and stops; the process confirms that. */
  | { readonly command: 'forget' }
  /** Sets the wall clock this many milliseconds ahead of the true time. */
  | { readonly command: 'clock'; readonly aheadMs: number }
  /** Returns whether the prototypes of all objects are as at the start. */
  | { readonly command: 'prototypes' };

/** The messages of the process. */
export type InsideMessage =
  | { readonly pid: number }
  | { readonly forgotten: true }
  | { readonly prototypes: 'as before' | 'changed' };

/**
 * Loaded into the bridge before its own code (`node --import`). The process reports its own process id, because the
 * started program may be another one that prepares the environment and is then replaced by it.
 */
const ending = new Map<string, { left: number; readonly signal: 'SIGKILL' | 'SIGSTOP' }>();
let isWatching = false;
let aheadMs = Number(process.env.TORTURE_CLOCK_AHEAD_MS ?? 0);
const watched = [Object, Array, Function, String, Number, Boolean, RegExp, Error, Promise, Map, Set];
const inherited = () => watched.map(each => Reflect.ownKeys(each.prototype).map(String).join()).join('\n');
const inheritedAtStart = inherited();

const TrueDate = Date;
const trueNow = Date.now;
globalThis.Date = class extends TrueDate {
  constructor(...parts: readonly []) {
    if (parts.length === 0) super(trueNow() + aheadMs);
    else super(...parts);
  }
  static override now(): number {
    return trueNow() + aheadMs;
  }
} as DateConstructor;

process.on('message', (command: TortureCommand) => {
  if (command.command === 'clock') aheadMs = command.aheadMs;
  else if (command.command === 'die') endAt(command.step, command.times, 'SIGKILL');
  else if (command.command === 'stop') endAt(command.step, command.times, 'SIGSTOP');
  else if (command.command === 'forget') {
    ending.clear();
    sendMessage({ forgotten: true });
  } else sendMessage({ prototypes: inherited() === inheritedAtStart ? 'as before' : 'changed' });
});
sendMessage({ pid: process.pid });

function sendMessage(word: InsideMessage): void {
  process.send?.(word);
}

/** Steps are not watched before the first such command, so that most of a run has its normal speed. */
function endAt({ name, moment }: Step, times: number, signal: 'SIGKILL' | 'SIGSTOP'): void {
  if (!isWatching) subscribe('fieldbridge:step', message => countDown(message as Step));
  isWatching = true;
  ending.set(`${moment} ${name}`, { left: times, signal });
}

function countDown({ name, moment }: Step): void {
  const end = ending.get(`${moment} ${name}`);
  if (!end) return;
  end.left -= 1;
  if (end.left > 0) return;
  ending.delete(`${moment} ${name}`);
  process.kill(process.pid, end.signal);
}
