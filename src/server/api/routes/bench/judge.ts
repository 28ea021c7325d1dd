import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { patienceOf } from '../../../../check/data/patience.ts';
import type { TextJudgement } from '../../../../history/green/judge-text.ts';
import type { EventArchive } from '../../../../inbox/event-archive.ts';
import type { Answer } from '../../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import type { HistoryQuery } from '../history-query.ts';
import { parseText, textKeys, turnsOf } from './text.ts';

/** The number of the source's newest events that are planned with a text. */
const judgedEvents = 200;
/** The time limit for trying a text on samples and stored events, in milliseconds. */
const tryingMs = 1_500;

/** The routes that judge the text of a mapping: its checks, its tests, and the events it would change. */
export function judgeRoutes(parts: ApiParts, queryHistory: HistoryQuery): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /bench/judge',
      body: z.strictObject(textKeys),
      answer: ({ body, request }) => judgeStored(body, request, parts, work => queryHistory(request, work)),
    }),
  ];
}

/** Judges a text with the stored events, which `query` opens. */
export function judgeStored(
  asked: { readonly mapping: string; readonly text: string },
  request: FastifyRequest,
  parts: ApiParts,
  query: (work: (archive: EventArchive) => Promise<TextJudgement>) => Promise<Answer>,
): Promise<Answer> {
  return query(async archive => {
    const parsed = await parseText(asked, parts);
    // Loaded at the first request: an idle bridge does not need it.
    const { judgeText } = await import('../../../../history/green/judge-text.ts');
    return judgeText(parsed, {
      config: parts.config,
      planning: parts.bridge.planning(),
      archive,
      text: asked.text,
      patience: patienceOf(tryingMs, () => parts.clock.now()),
      last: judgedEvents,
      goOn: turnsOf(request),
    });
  });
}
