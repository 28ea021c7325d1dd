import type { FastifyRequest, HTTPMethods } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import type { OperatorStore } from '../../inbox/operator-store.ts';
import type { Log } from '../../log/log.ts';
import type { Metrics } from '../health/metrics.ts';
import type { SourceWatch } from '../health/source-watch.ts';
import type { Answer } from '../http/answer.ts';
import type { FindCaller } from '../http/caller.ts';
import type { Load } from '../http/load.ts';

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
  readonly metrics: Metrics;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** One request of the API; its path is relative to `/api`. What it throws is a fault of this program or of the store. */
export interface ApiRoute {
  readonly method: HTTPMethods;
  readonly url: string;
  readonly answer: (request: FastifyRequest) => Promise<Answer>;
}
