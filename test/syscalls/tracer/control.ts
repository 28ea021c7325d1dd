import { writeSync } from 'node:fs';
import { type ActiveFault, activate, type Fault } from './fault.ts';
import { receiveNow } from './libc.ts';

/** The commands of a running tracer, one JSON line each; each gets one line as response. */
export type Command =
  | { readonly inject: Fault }
  /** The number in the response to `inject`. */
  | { readonly lift: number }
  | { readonly hits: number }
  | { readonly flush: true };

/** `fault`: the number of the fault; `hits`: the number of calls that it has hit. */
export interface Answer {
  readonly fault?: number;
  readonly hits?: number;
}

/** The first line of a tracer. */
export type Greeting = { readonly pid: number } | { readonly refused: string };

/** The active faults, and the socket over which they are changed. */
export interface Control {
  readonly faults: ReadonlyMap<number, ActiveFault>;
  greet(greeting: Greeting): void;
  /** Handles the commands that arrived meanwhile. */
  look(): void;
}

/** Makes the control of a tracer with this socket; without one, only the first faults are active. */
export function createControl(
  socket: number | undefined,
  first: readonly Fault[],
  flush: () => void,
): Control {
  const faults = new Map(first.map((fault, index) => [index, activate(fault)]));
  let next = first.length;
  let unread = '';
  const say = (line: Answer | Greeting) => {
    if (socket !== undefined) writeSync(socket, `${JSON.stringify(line)}\n`);
  };
  function obey(command: Command): Answer {
    if ('flush' in command) {
      flush();
      return {};
    }
    if ('inject' in command) {
      faults.set(next, activate(command.inject));
      next += 1;
      return { fault: next - 1 };
    }
    const fault = 'lift' in command ? command.lift : command.hits;
    const hits = faults.get(fault)?.hits() ?? 0;
    if ('lift' in command) faults.delete(fault);
    return { fault, hits };
  }
  return {
    faults,
    greet: say,
    look() {
      if (socket === undefined) return;
      const lines = (unread + receiveNow(socket).toString()).split('\n');
      unread = lines.pop() ?? '';
      for (const line of lines) say(obey(JSON.parse(line)));
    },
  };
}
