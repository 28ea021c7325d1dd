import { subscribe } from 'node:diagnostics_channel';
import type { Step } from '../src/inbox/step.ts';

/** What the torture asks of the process that it tortures, over their channel. */
export type TortureCommand =
  /** Dies, or stops, at the so many-th time, from now on, that it comes to this side of this step. */
  | { readonly command: 'die' | 'stop'; readonly step: Step; readonly times: number }
  /** It neither dies nor stops by itself any more, and says so. */
  | { readonly command: 'forget' }
  /** From now on the wall clock is so many milliseconds ahead of the true time. */
  | { readonly command: 'clock'; readonly aheadMs: number }
  /** Answers whether what all objects inherit is still as it was at the start. */
  | { readonly command: 'prototypes' };

/** What the process tells of itself. */
export type Word =
  | { readonly pid: number }
  | { readonly forgotten: true }
  | { readonly prototypes: 'as before' | 'changed' };

/**
 * Loaded into the bridge before its own code (`node --import`). The process that started it may be another program
 * (one that changes its surroundings and becomes it), so it tells its number itself.
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
    tell({ forgotten: true });
  } else tell({ prototypes: inherited() === inheritedAtStart ? 'as before' : 'changed' });
});
tell({ pid: process.pid });

function tell(word: Word): void {
  process.send?.(word);
}

/** Nobody watches the steps before the first such command, so that most of a run is as fast as ever. */
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
