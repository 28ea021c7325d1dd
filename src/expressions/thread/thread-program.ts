import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { ExpressionFailed } from '../expression.ts';
import { jsonReader } from './json-value.ts';
import type { Began, EvaluationRequest, SentValue, ThreadReply } from './message.ts';
import { prepareRun, type Run } from './run-jsonata.ts';

// The program of the thread that evaluates expressions, one after another.

enableCompileCache();
const began: Began = workerData;
const readers = new Map<number, () => unknown>();
const runs = new Map<string, Run>();
/**
 * The memory of prepared expressions, in bytes: some 200 of ordinary length. A dropped expression is prepared
 * again in less than a millisecond. A full thread would fail the event that it evaluates.
 */
const mostPrepared = 4_194_304;
let prepared = 0;

parentPort?.on('message', async (request: EvaluationRequest) => {
  const reply = await answer(request);
  began[0] = 0;
  parentPort?.postMessage(reply);
});

async function answer(request: EvaluationRequest): Promise<ThreadReply> {
  let start = process.threadCpuUsage();
  const spentMs = () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
  try {
    for (const number of request.forgotten) readers.delete(number);
    for (const [number, text] of request.texts) readers.set(number, jsonReader(text));
    const run = await runOf(request.source);
    const input = read(request.input);
    const bindings = Object.fromEntries(request.bindings.map(([name, value]) => [name, read(value)]));
    start = process.threadCpuUsage();
    began[0] = start.user + start.system;
    return {
      kind: 'value',
      ...(await run(input, bindings, request.allowance, request.reading)),
      ms: spentMs(),
    };
  } catch (error) {
    if (!(error instanceof ExpressionFailed)) throw error;
    return {
      kind: 'failed',
      code: error.code,
      message: error.message,
      ...(error.hint !== undefined && { hint: error.hint }),
      ms: spentMs(),
    };
  }
}

async function runOf(source: string): Promise<Run> {
  const run = runs.get(source) ?? (await prepareRun(source));
  if (!runs.delete(source)) prepared += memoryOf(source);
  runs.set(source, run);
  for (const oldest of runs.keys()) {
    if (prepared <= mostPrepared || oldest === source) break;
    runs.delete(oldest);
    prepared -= memoryOf(oldest);
  }
  return run;
}

/** JSONata keeps its whole parser with each expression. Measured in bytes, and rounded up. */
function memoryOf(source: string): number {
  return 20_000 + 40 * source.length;
}

function read(sent: SentValue): unknown {
  return 'value' in sent ? sent.value : readers.get(sent.text)?.();
}
