import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { ExpressionFailed } from '../expression.ts';
import { jsonReader } from './json-value.ts';
import type { Began, EvaluationRequest, SentValue, ThreadReply } from './message.ts';
import { prepareRun, type Run } from './run-jsonata.ts';

// The program of the thread in which expressions run: it evaluates one after another, as it is asked.

enableCompileCache();
const began: Began = workerData;
const readers = new Map<number, () => unknown>();
const runs = new Map<string, Run>();
/** So many expressions stay prepared: more than the mappings of most installations have. */
const mostRuns = 2_000;

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
    return { kind: 'value', ...(await run(input, bindings, request.allowance)), ms: spentMs() };
  } catch (error) {
    if (!(error instanceof ExpressionFailed)) throw error;
    return { kind: 'failed', code: error.code, message: error.message, ms: spentMs() };
  }
}

async function runOf(source: string): Promise<Run> {
  const known = runs.get(source);
  if (known) return known;
  const run = await prepareRun(source);
  const oldest = runs.size >= mostRuns ? runs.keys().next() : undefined;
  if (oldest?.value !== undefined) runs.delete(oldest.value);
  runs.set(source, run);
  return run;
}

function read(sent: SentValue): unknown {
  return 'value' in sent ? sent.value : readers.get(sent.text)?.();
}
