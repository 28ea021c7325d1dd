import { exit } from '../surroundings.ts';

/** The requests to stop the process. */
export interface StopSignals {
  /** Resolves with the signal of the first request. */
  readonly told: Promise<string>;
  /** From now on reports signals that have no meaning here. */
  tellOthers(listener: (signal: NodeJS.Signals) => void): void;
  /** Listens no more. */
  end(): void;
}

/** A terminal, a launcher and a supervisor may each pass on the same signal; within this time it counts once. */
const sameSignalMs = 1_000;

/** Every signal that asks for an end, or would bring it as suddenly as a kill: alarms, and limits that are reached. */
const stopping: readonly NodeJS.Signals[] = [
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
  'SIGPWR',
  'SIGXCPU',
  'SIGALRM',
  'SIGVTALRM',
  'SIGIO',
  'SIGSTKFLT',
];

/** Each program defines the meaning of these signals: in this one they have none. */
const meaningless: readonly NodeJS.Signals[] = ['SIGUSR1', 'SIGUSR2'];

/**
 * Listens for requests to stop: by a signal or `stop`. Call it before anything that takes time, because as process 1 of
 * a container an unhandled signal is lost. A repeated signal other than Ctrl+C has no further effect: a supervisor that
 * signals every process, together with a launcher that forwards signals, sends two. A second Ctrl+C ends at once.
 */
export function listenForStop(stop: AbortSignal | undefined): StopSignals {
  let end = () => {};
  let tellOther: (signal: NodeJS.Signals) => void = () => {};
  const told = new Promise<string>(resolve => {
    let toldAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now();
      if (toldAt !== undefined && signal === 'SIGINT' && now - toldAt > sameSignalMs)
        process.exit(exit.failure);
      toldAt ??= now;
      resolve(signal);
    };
    const onOther = (signal: NodeJS.Signals) => tellOther(signal);
    const onStop = () => resolve('stop');
    // Node itself listens where it was asked for a report on a signal.
    const others = meaningless.filter(each => each === 'SIGUSR1' || process.listenerCount(each) === 0);
    end = () => {
      for (const signal of stopping) process.off(signal, onSignal);
      for (const signal of others) process.off(signal, onOther);
      stop?.removeEventListener('abort', onStop);
    };
    for (const signal of stopping) process.on(signal, onSignal);
    for (const signal of others) process.on(signal, onOther);
    if (stop?.aborted) onStop();
    stop?.addEventListener('abort', onStop, { once: true });
  });
  return {
    told,
    tellOthers(listener) {
      tellOther = listener;
    },
    end,
  };
}

/** Resolves with the signal when the process is asked to stop. For commands without work to finish. */
export async function stopped(stop: AbortSignal | undefined): Promise<string> {
  const signals = listenForStop(stop);
  try {
    return await signals.told;
  } finally {
    signals.end();
  }
}

/** Ends the process as the signal does where nobody listens for it: its parent sees 128 plus the number of the signal. */
export function endBy(signal: string): void {
  process.kill(process.pid, signal as NodeJS.Signals);
}
