import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { ArchivedEvent, EventArchive } from '../../../inbox/event-archive.ts';
import { type Answer, ok, problem, unavailable } from '../../http/answer.ts';

/** Responds to a request with results from the stored events. */
export type HistoryQuery = (
  request: FastifyRequest,
  find: (archive: EventArchive) => Promise<unknown>,
) => Promise<Answer>;

/** The maximum number of events that are examined for one request. */
export const mostEvents = 10_000;

const tryAgainSeconds = 5;

/**
 * Queries stored events while webhooks are accepted: one request at a time, and other work runs after each event. A
 * query ends early if its client has disconnected or the server closes.
 */
export function createHistoryQuery(openArchive: () => Promise<EventArchive>): HistoryQuery {
  let isUnderWay = false;
  return async (request, find) => {
    if (isUnderWay) return busyAnswer;
    isUnderWay = true;
    let archive: EventArchive | undefined;
    try {
      archive = await openArchive();
      const opened = archive;
      const { socket } = request.raw;
      // A client that disconnected and one that closed only its sending side look the same until the response.
      const isGone = () => socket.destroyed || socket.readableEnded;
      const isGivenUp = () => isGone() || !request.server.server.listening;
      const newest: EventArchive['newest'] = filter => inTurns(opened.newest(filter), isGivenUp);
      const found = await find({ ...opened, newest });
      return isGivenUp() ? unavailable('the bridge is stopping', 'Ask again once it is started.') : ok(found);
    } finally {
      isUnderWay = false;
      await archive?.close();
    }
  };
}

const busyAnswer = problem(
  429,
  'stored events are being looked through for another request',
  'One is answered at a time, so that webhooks are taken in meanwhile; try again in some seconds.',
  { 'retry-after': String(tryAgainSeconds) },
);

async function* inTurns(
  events: AsyncIterable<ArchivedEvent>,
  isGivenUp: () => boolean,
): AsyncIterable<ArchivedEvent> {
  for await (const event of events) {
    await nextTurn();
    if (isGivenUp()) return;
    yield event;
  }
}
