import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const thread = new URL('../../src/expressions/thread/evaluation-thread.ts', import.meta.url).href;

/** A thread that waits for two seconds, as on an overloaded machine, then responds. It does not report its CPU time. */
const standing = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.on('message', () => {
    const { user, system } = process.threadCpuUsage();
    workerData[0] = user + system;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    parentPort.postMessage({ kind: 'value', value: 'late', noticed: [], ms: 1 });
  });
`;

const program = `
  import { syncBuiltinESMExports } from 'node:module';
  import threads from 'node:worker_threads';
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(_file, options) {
      super(${JSON.stringify(standing)}, { ...options, eval: true });
    }
    cpuUsage() {
      return new Promise(() => {});
    }
  };
  syncBuiltinESMExports();
  const { startEvaluationThread } = await import(${JSON.stringify(thread)});
  const evaluated = await startEvaluationThread().evaluate({ source: '1', allowance: 'value', bindings: [] });
  console.log(evaluated.value ?? evaluated.failed.message);
`;

it('an expression is not too slow if the machine does not schedule its thread', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe('late\n');
});
