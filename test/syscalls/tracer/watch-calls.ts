import type { Control } from './control.ts';
import { descriptorName } from './descriptor-name.ts';
import { descriptorOffset } from './descriptor-offset.ts';
import { type SyscallStop, setResult, skipCall } from './ptrace.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { Recorder } from './recorder.ts';
import {
  dataOf,
  errorResult,
  numbersOf,
  type Shape,
  type SyscallName,
  syscallOf,
  textAt,
} from './syscall-table.ts';

/** Looks at the calls of threads that stand still before and behind each. */
export interface CallWatch {
  /** A call begins or has ended, at this stop; answers for how many milliseconds the thread has to wait. */
  at(thread: number, stop: number, call: SyscallStop | undefined): number;
  /** The thread is gone; what it had begun is recorded without an end. */
  gone(thread: number): void;
}

/** A call that began and has not ended. */
interface Begun {
  readonly call: Omit<RecordedCall, 'ended' | 'result'>;
  readonly recorded: boolean;
  /** What it answers instead of being made. */
  readonly instead?: number;
}

/** So much of what one call writes is looked at, and so much is kept where all of it is wanted. */
const mostData = 64 * 1024;
const wholeData = 64 * 1024 * 1024;

/** Records calls, and puts the faults that are on in their place. */
export function watchCalls(recorder: Recorder, control: Pick<Control, 'faults'>): CallWatch {
  const begun = new Map<number, Begun>();

  function begin(thread: number, stop: number, { number, args }: SyscallStop & { kind: 'entry' }): number {
    const shape = syscallOf(number);
    if (!shape) return 0;
    const { name } = shape;
    const wanted = recorder.wants(name);
    const faults = [...control.faults.values()].filter(({ fault }) => fault.calls.includes(name));
    if (!wanted && faults.length === 0) return 0;
    const path =
      shape.path === undefined
        ? descriptorName(thread, descriptorOf(shape, args))
        : textAt(thread, args[shape.path] ?? 0n);
    const recorded = wanted && recorder.heeds(path);
    const fault = faults.find(each => each.strikes(name, path))?.fault;
    if (fault?.error !== undefined) skipCall(thread);
    const written = recorded ? lookAt(thread, shape, args, path) : {};
    begun.set(thread, {
      call: { name, thread, path, began: stop, ...(fault && { struck: true }), ...written },
      recorded,
      ...(fault?.error !== undefined && { instead: errorResult(fault.error) }),
    });
    return fault?.delayMs ?? 0;
  }

  function lookAt(thread: number, shape: NamedShape, args: readonly bigint[], path: string) {
    if (!recorder.keepsWhole(path)) return recorder.look(dataOf(thread, shape, args, mostData));
    const data = dataOf(thread, shape, args, wholeData);
    return { ...recorder.look(data), ...recorder.keep(data), ...changeOf(thread, shape, args) };
  }

  function finish(thread: number, stop: number, answered: number): void {
    const found = begun.get(thread);
    if (!found) return;
    begun.delete(thread);
    const { call, recorded, instead } = found;
    if (instead !== undefined) setResult(thread, instead);
    if (recorded) recorder.add({ ...call, ended: stop, result: instead ?? answered });
  }

  return {
    at(thread, stop, call) {
      if (call?.kind === 'entry') return begin(thread, stop, call);
      if (call) finish(thread, stop, Number(call.result));
      return 0;
    },
    gone(thread) {
      const found = begun.get(thread);
      begun.delete(thread);
      if (found?.recorded) recorder.add(found.call);
    },
  };
}

type NamedShape = Shape & { readonly name: SyscallName };

function descriptorOf({ descriptor = 0 }: Shape, args: readonly bigint[]): number {
  return Number(BigInt.asIntN(32, args[descriptor] ?? 0n));
}

/** What else is to be known of a call to make it again. */
function changeOf(
  thread: number,
  shape: NamedShape,
  args: readonly bigint[],
): Pick<RecordedCall, 'to' | 'numbers'> {
  const { to, name } = shape;
  const numbers =
    name === 'write' || name === 'writev'
      ? { offset: descriptorOffset(thread, descriptorOf(shape, args)) }
      : numbersOf(shape, args);
  return {
    ...(to !== undefined && { to: textAt(thread, args[to] ?? 0n) }),
    ...(Object.keys(numbers).length > 0 && { numbers }),
  };
}
