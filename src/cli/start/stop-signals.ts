import { exit } from '../surroundings.ts';

/** Requests to stop the process. */
export interface StopSignals {
  /** Resolves with the signal of the first request. */
  readonly requested: Promise<string>;
  /** Calls the listener for each signal that has no meaning here. */
  onOthers(listener: (signal: NodeJS.Signals) => void): void;
  /** Stops listening. */
  end(): void;
}

/** A terminal, a launcher and a supervisor may each pass on the same signal; within this time it counts once. */
const sameSignalMs = 1_000;

/** Every signal that requests an end or would end the process at once, such as alarms and reached limits. */
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

/** Signals whose meaning each program defines: this program defines none. */
const meaningless: readonly NodeJS.Signals[] = ['SIGUSR1', 'SIGUSR2'];

/**
 * Listens for requests to stop: by a signal or `stop`. Call it before anything that takes time, because process 1 of a
 * container ignores a signal without a listener. Repeating a signal has no effect, because a supervisor and a launcher
 * may both pass it on; but a second Ctrl+C ends the process at once.
 */
export function listenForStop(stop: AbortSignal | undefined): StopSignals {
  let end = () => {};
  let reportOther: (signal: NodeJS.Signals) => void = () => {};
  const requested = new Promise<string>(resolve => {
    let toldAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now();
      if (toldAt !== undefined && signal === 'SIGINT' && now - toldAt > sameSignalMs)
        process.exit(exit.failure);
      toldAt ??= now;
      resolve(signal);
    };
    const onOther = (signal: NodeJS.Signals) => reportOther(signal);
    const onStop = () => resolve('stop');
    // Node itself listens for SIGUSR2 if it is set to write a report on that signal.
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
    requested,
    onOthers(listener) {
      reportOther = listener;
    },
    end,
  };
}

/** Resolves with the signal when the process is asked to stop. For commands without work to finish. */
export async function stopped(stop: AbortSignal | undefined): Promise<string> {
  const signals = listenForStop(stop);
  try {
    return await signals.requested;
  } finally {
    signals.end();
  }
}

/** Ends the process as the signal does by default: its parent sees 128 plus the number of the signal. */
export function endBy(signal: string): void {
  process.kill(process.pid, signal as NodeJS.Signals);
}
