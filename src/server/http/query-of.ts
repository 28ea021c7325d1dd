import type { FastifyRequest } from 'fastify';
import { parseQuery, type Query } from '../../receive/query.ts';

/**
 * Returns the query of a request. It is parsed only on demand: 4,000 names in the URL of a webhook would take a
 * thousand times the memory of their bytes while the body arrives.
 */
export function queryOf({ raw }: Pick<FastifyRequest, 'raw'>): Query {
  return parseQuery(raw.url ?? '');
}
