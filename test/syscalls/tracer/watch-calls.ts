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

/** Handles the stops of threads before and after each call. */
export interface CallWatch {
  /** Handles the start or end of a call at this stop; returns the delay of the thread in milliseconds. */
  at(thread: number, stop: number, call: SyscallStop | undefined): number;
  /** Handles the end of a thread; its unfinished call is recorded without an end. */
  gone(thread: number): void;
}

/** A call that has started and not ended. */
interface StartedCall {
  readonly call: Omit<RecordedCall, 'ended' | 'result'>;
  readonly recorded: boolean;
  /** The result that replaces the call. */
  readonly instead?: number;
}

/** The most bytes of a call that are searched; and, if all its bytes are kept, the most that are stored. */
const mostData = 64 * 1024;
const wholeData = 64 * 1024 * 1024;

/** Records calls and applies the active faults. */
export function watchCalls(recorder: Recorder, control: Pick<Control, 'faults'>): CallWatch {
  const begun = new Map<number, StartedCall>();

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

/** The further arguments needed to repeat a call. */
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
