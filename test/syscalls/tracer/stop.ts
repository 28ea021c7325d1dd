import { constants } from 'node:os';

/** The reason why waitpid(2) returned a thread. */
export type Stop =
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'syscall' }
  /** A signal is about to reach it; only the tracer can forward it. */
  | { readonly kind: 'signal'; readonly signal: number }
  /** SIGSTOP or a similar signal stopped the whole process until SIGCONT. */
  | { readonly kind: 'stopped' }
  /** A new thread, a fork, an exec or the end of a stop: the thread just continues. */
  | { readonly kind: 'passing' };

const eventStop = 128;
const { SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGTRAP } = constants.signals;
const stopping = new Set<number>([SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU]);

/** Reads a wait status. */
export function readStop(status: number): Stop {
  const low = status & 0xff;
  const signal = (status >> 8) & 0xff;
  const event = status >>> 16;
  if (low === 0) return { kind: 'exited', status: signal };
  if (low !== 0x7f) return { kind: 'killed', signal: signalName(low & 0x7f) };
  if (signal === (SIGTRAP | 0x80)) return { kind: 'syscall' };
  if (event === eventStop) return { kind: stopping.has(signal) ? 'stopped' : 'passing' };
  return event === 0 ? { kind: 'signal', signal } : { kind: 'passing' };
}

function signalName(number: number): NodeJS.Signals {
  const found = Object.entries(constants.signals).find(([, each]) => each === number);
  return (found?.[0] ?? 'SIGKILL') as NodeJS.Signals;
}
