import { exit } from './surroundings.ts';

/** Whether the process was told to stop. */
export interface StopSignals {
  /** Resolves with the signal when it is told. */
  readonly told: Promise<string>;
  /** Listens no more. */
  end(): void;
}

/** A terminal, a launcher and a supervisor may each pass on the same signal; within this time it counts once. */
const sameSignalMs = 1_000;

/**
 * Listens for being told to stop: by SIGTERM, SIGINT or `stop`. To be called before anything that takes time, since as
 * process 1 of a container a signal that nobody listens for is lost. Told again by SIGTERM, it goes on stopping: a
 * supervisor that tells every process, and a launcher that passes it on, tell twice. A second Ctrl+C ends at once.
 */
export function listenForStop(stop: AbortSignal | undefined): StopSignals {
  let end = () => {};
  const told = new Promise<string>(resolve => {
    let toldAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now();
      if (toldAt !== undefined && signal === 'SIGINT' && now - toldAt > sameSignalMs)
        process.exit(exit.failure);
      toldAt ??= now;
      resolve(signal);
    };
    const onStop = () => resolve('stop');
    end = () => {
      process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
      stop?.removeEventListener('abort', onStop);
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
    if (stop?.aborted) onStop();
    stop?.addEventListener('abort', onStop, { once: true });
  });
  return { told, end };
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
