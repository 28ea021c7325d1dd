import type { ApiParts, ApiRoute } from '../../api-route.ts';
import type { HistoryQuery } from '../history-query.ts';
import { fileRoutes } from './file.ts';
import { judgeRoutes } from './judge.ts';
import { ruleRoutes } from './rule.ts';
import { suggestRoutes } from './suggest.ts';
import { newTestRoutes } from './test.ts';
import { waitingQuery } from './text.ts';
import { tryRoutes } from './try.ts';

/** The routes for the text of a mapping before it is saved. */
export function benchRoutes(parts: ApiParts, queryHistory: HistoryQuery): readonly ApiRoute[] {
  const patiently = waitingQuery(queryHistory);
  return [
    ...fileRoutes(parts, patiently),
    ...tryRoutes(parts),
    ...judgeRoutes(parts, patiently),
    ...ruleRoutes(parts),
    ...suggestRoutes(parts),
    ...newTestRoutes(parts, patiently),
  ];
}
