import { exit } from '../surroundings.ts';

/** Whether the process was told to stop. */
export interface StopSignals {
  /** Resolves with the signal when it is told. */
  readonly told: Promise<string>;
  /** From now on has signals told of that mean nothing here. */
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

/** What these mean each program says for itself: this one means nothing by them. */
const meaningless: readonly NodeJS.Signals[] = ['SIGUSR1', 'SIGUSR2'];

/**
 * Listens for being told to stop: by a signal or `stop`. To be called before anything that takes time, since as
 * process 1 of a container a signal that nobody listens for is lost. Told again by any but Ctrl+C, it goes on stopping: a
 * supervisor that tells every process, and a launcher that passes it on, tell twice. A second Ctrl+C ends at once.
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

/** Resolves with the signal when the process is told to stop. For commands that have nothing to finish then. */
export async function stopped(stop: AbortSignal | undefined): Promise<string> {
  const signals = listenForStop(stop);
  try {
    return await signals.told;
  } finally {
    signals.end();
  }
}
