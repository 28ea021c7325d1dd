import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Config } from '../../config/config.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import type { FileEditor } from '../../edit/file-editor.ts';
import type { Clock } from '../../inbox/clock.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import type { OperatorStore } from '../../inbox/operator-store.ts';
import type { Log } from '../../log/log.ts';
import type { ParsedMapping } from '../../mapping/parse/parse-mapping.ts';
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
import type { RouteKey } from './openapi/operations.ts';
import type { SetupAccess } from './routes/setup/setup-access.ts';

/** The dependencies of the admin's API. */
export interface ApiParts {
  readonly config: Pick<Config, 'server' | 'sources' | 'destinations' | 'admin' | 'file' | 'mappings'>;
  /** The payloads in the folder of the mappings; absent if they cannot be read. */
  readonly payloads?: PayloadFolder | undefined;
  readonly bridge: Bridge;
  readonly store: OperatorStore;
  /** Opens the stored events for reading, beside the store. */
  readonly openArchive: () => Promise<EventArchive>;
  /** Parses a text as the file of this mapping, in steps. Payloads are read from that file's folder. */
  readonly readText: (mapping: string, text: string) => Generator<void, ParsedMapping>;
  /** Returns the file of a mapping by its path in the folder; for a new mapping, its future file. */
  readonly fileName: (mapping: string) => string;
  /** Reads and writes the files of mappings. */
  readonly editor: FileEditor;
  /** Returns a new public id of an event. */
  readonly newId: () => string;
  readonly clock: Clock;
  readonly callerOf: FindCaller;
  readonly load: Load;
  readonly sources: Pick<SourceWatch, 'of'>;
  readonly unknownPaths: Pick<UnknownPaths, 'list'>;
  readonly activity: Pick<ActivityLog, 'series'>;
  /** The state of the config on disk; absent if the program does not watch it. */
  readonly configState?: (() => ConfigState) | undefined;
  /** The functions of the program for setting up; absent if it has none. */
  readonly setup?: SetupAccess | undefined;
  readonly metrics: Metrics;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** The payload files of a folder of mappings, named by their paths from there. */
export interface PayloadFolder {
  readonly list: () => readonly string[];
  /** @throws an error whose message is for people */
  readonly read: (path: string) => Uint8Array;
}

/**
 * A route of the API; its path is relative to `/api`. The operation with its key describes it. It throws only for a bug
 * in the program or a failure of the store.
 */
export interface ApiRoute {
  /** Its method and its path, as in its operation. */
  readonly key: RouteKey;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The schema of the query. It checks requests, and `GET /api/openapi.json` describes it. */
  readonly query?: z.ZodType | undefined;
  /** The schema of the JSON body; a missing body counts as `{}`. */
  readonly body?: z.ZodType | undefined;
  /** Checks the request and returns the response. */
  readonly answer: (request: FastifyRequest, parts: AnswerParts) => Promise<Answer>;
  /** True if it has a body but changes nothing, so a reader may use it too. */
  readonly onlyReads?: true;
}

/** The parts of a response. `masked`: personal data are hidden. */
export interface AnswerParts extends Pick<ApiParts, 'config' | 'load'> {
  readonly masked: boolean;
}

/** The checked input of a request. */
export interface ApiInput<Query, Body> {
  /** The variable part of the path: an id or a name; empty where the path has none. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly masked: boolean;
}

/**
 * Creates a route whose query and body are checked by its schemas before it responds; a query without a schema is
 * ignored.
 */
export function apiRoute<Query, Body>(given: {
  readonly key: RouteKey;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  readonly onlyReads?: true;
  readonly answer: (asked: ApiInput<Query, Body>) => Promise<Answer>;
}): ApiRoute {
  const [method, url] = given.key.split(' ') as ['GET' | 'POST', string];
  return {
    key: given.key,
    method,
    url,
    query: given.query,
    body: given.body,
    ...(given.onlyReads && { onlyReads: true }),
    async answer(request, parts) {
      const query = given.query ? checkInput(given.query, queryOf(request)) : notAsked;
      if (query.kind === 'answer') return query.answer;
      const body = given.body ? await readInput(request.raw, parts, given.body) : notAsked;
      if (body.kind === 'answer') return body.answer;
      const { masked } = parts;
      return given.answer({ id: idOf(request), query: query.value, body: body.value, request, masked });
    },
  };
}

/** The query or body of a route without a schema for it: the route cannot read it. */
const notAsked: Input<never> = { kind: 'read', value: undefined as never };

function idOf({ params }: FastifyRequest): string {
  const id = params && typeof params === 'object' && 'id' in params ? params.id : undefined;
  return typeof id === 'string' ? id : '';
}
