import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Config } from '../../config/config.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import type { OperatorStore } from '../../inbox/operator-store.ts';
import type { Log } from '../../log/log.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { ActivityLog } from '../health/activity-log.ts';
import type { ConfigState } from '../health/config-state.ts';
import type { SourceWatch } from '../health/source-watch.ts';
import type { Answer } from '../http/answer.ts';
import type { FindCaller } from '../http/caller.ts';
import type { Load } from '../http/load.ts';
import { queryOf } from '../http/query-of.ts';
import type { UnknownPaths } from '../webhooks/unknown-paths.ts';
import { checkInput, type Input, readInput } from './input.ts';

/** What the admin's API works with. */
export interface ApiParts {
  readonly config: Pick<Config, 'server' | 'sources' | 'destinations' | 'admin'>;
  readonly bridge: Bridge;
  readonly store: OperatorStore;
  /** Opens the stored events for reading, beside the store. */
  readonly openArchive: () => Promise<EventArchive>;
  /** A new public id of an event. */
  readonly newId: () => string;
  readonly callerOf: FindCaller;
  readonly load: Load;
  readonly sources: Pick<SourceWatch, 'of'>;
  readonly unknownPaths: Pick<UnknownPaths, 'list'>;
  readonly activity: Pick<ActivityLog, 'series'>;
  /** How the config stands that is on disk; left out: nobody watches it. */
  readonly configState?: (() => ConfigState) | undefined;
  readonly metrics: Metrics;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** One request of the API; its path is relative to `/api`. What it throws is a fault of this program or of the store. */
export interface ApiRoute {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** What it takes in the query. The same schema checks what comes, and is described at `GET /api/openapi.json`. */
  readonly query?: z.ZodType | undefined;
  /** What it takes as a JSON body; none counts as `{}`. */
  readonly body?: z.ZodType | undefined;
  /** Checks what came and answers it. */
  readonly answer: (request: FastifyRequest, parts: Pick<ApiParts, 'config' | 'load'>) => Promise<Answer>;
}

/** What a client asks, checked. */
export interface ApiInput<Query, Body> {
  /** The variable part of the path: an id or a name; empty where the path has none. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
}

/** A route whose query and body are checked by its schemas before it answers; a query without a schema is not looked at. */
export function apiRoute<Query, Body>(given: {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  readonly answer: (asked: ApiInput<Query, Body>) => Promise<Answer>;
}): ApiRoute {
  const { method, url } = given;
  return {
    method,
    url,
    query: given.query,
    body: given.body,
    async answer(request, parts) {
      const query = given.query ? checkInput(given.query, queryOf(request)) : notAsked;
      if (query.kind === 'answer') return query.answer;
      const body = given.body ? await readInput(request.raw, parts, given.body) : notAsked;
      if (body.kind === 'answer') return body.answer;
      return given.answer({ id: idOf(request), query: query.value, body: body.value, request });
    },
  };
}

/** Stands where a route has no schema, so that its answer cannot look at a value. */
const notAsked: Input<never> = { kind: 'read', value: undefined as never };

function idOf({ params }: FastifyRequest): string {
  const id = params && typeof params === 'object' && 'id' in params ? params.id : undefined;
  return typeof id === 'string' ? id : '';
}
