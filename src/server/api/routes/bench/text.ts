import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { yamlLimits } from '../../../../diagnostics/yaml/document.ts';
import type { ParsedMapping } from '../../../../mapping/parse/parse-mapping.ts';
import { type Answer, problem } from '../../../http/answer.ts';
import type { ApiParts } from '../../api-route.ts';
import type { HistoryQuery } from '../history-query.ts';

const { bytes: mostBytes } = yamlLimits;

/** The keys of a request with the text of a mapping, which may be unsaved. */
export const textKeys = {
  mapping: z.string().min(1).max(100).describe('The name of the mapping; it need not exist yet'),
  text: z
    .string()
    .max(mostBytes)
    .refine(text => Buffer.byteLength(text) <= mostBytes, `a text of at most ${mostBytes / 1024} KiB`)
    .describe('The text of the mapping, saved or not, of at most 256 KiB'),
};

/** Parses a text as the file of a mapping, and lets other work run in between. */
export async function parseText(
  { mapping, text }: { readonly mapping: string; readonly text: string },
  { readText }: Pick<ApiParts, 'readText'>,
): Promise<ParsedMapping> {
  const steps = readText(mapping, text);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Lets other work run; returns `false` if the client has disconnected. */
export function turnsOf(request: FastifyRequest): () => Promise<boolean> {
  const { socket } = request.raw;
  return async () => {
    await nextTurn();
    return !socket.destroyed;
  };
}

/** The number of retries of a query about stored events while another one runs, and the milliseconds between them. */
const again = { times: 30, afterMs: 100 };

/** The same query, but while another one runs, it retries for some seconds instead of refusing at once. */
export function waitingQuery(query: HistoryQuery): HistoryQuery {
  return async (request, find) => {
    const goOn = turnsOf(request);
    for (let left = again.times; ; left -= 1) {
      const answer = await query(request, find);
      if (answer.status !== 429 || left === 0 || !(await goOn())) return answer;
      await wait(again.afterMs);
    }
  };
}

/** The number of texts that are processed at the same time. */
const mostAtOnce = 4;

/** Limits the texts that are processed at once, so that webhooks are accepted meanwhile. */
export function createTextLimit(): (work: () => Promise<Answer>) => Promise<Answer> {
  let underWay = 0;
  return async work => {
    if (underWay >= mostAtOnce) return busyAnswer;
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
}

const busyAnswer = problem(
  429,
  'too many texts of mappings are being tried right now',
  `${mostAtOnce} are at a time, so that webhooks are taken in meanwhile; try again in a second.`,
  { 'retry-after': '1' },
);

/** Returns the smallest edit that changes one text into another. */
export function editBetween(before: string, after: string): { from: number; to: number; text: string } {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: before.length - end, text: after.slice(from, after.length - end) };
}
