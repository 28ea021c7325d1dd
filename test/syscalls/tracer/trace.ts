import { parseArgs } from 'node:util';
import { createControl } from './control.ts';
import type { Fault } from './fault.ts';
import { createRecorder, type RecordOptions } from './recorder.ts';
import { trace } from './tracer.ts';

/**
 * Runs a program and traces its system calls, as strace does:
 *
 *   node test/syscalls/tracer/trace.ts [--record JSON] [--fault JSON]... [--control FD] -- COMMAND...
 *
 * `--record` is a RecordOptions, `--fault` a Fault. Ends as the program ended: with its exit status or by its signal;
 * with 125 where it could not be traced.
 */
const { values, positionals } = parseArgs({
  options: {
    record: { type: 'string' },
    fault: { type: 'string', multiple: true, default: [] },
    control: { type: 'string' },
  },
  allowPositionals: true,
});

const recorder = createRecorder(
  values.record === undefined ? undefined : readJson<RecordOptions>(values.record),
);
const socket = values.control === undefined ? undefined : Number(values.control);
const control = createControl(socket, values.fault.map(readJson<Fault>), recorder.flush);
try {
  const end = trace(positionals, recorder, control);
  recorder.close();
  if (end.kind === 'killed') process.kill(process.pid, end.signal);
  else process.exitCode = end.status;
} catch (error) {
  process.stderr.write(`trace: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 125;
}

function readJson<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}
