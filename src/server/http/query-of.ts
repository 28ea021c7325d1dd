import type { FastifyRequest } from 'fastify';
import { parseQuery, type Query } from '../../receive/query.ts';

/**
 * The query of a request. It is parsed only where somebody asks for it: 4,000 names in the head of a webhook would take
 * a thousand times the memory of their bytes for as long as its body is on its way.
 */
export function queryOf({ raw }: Pick<FastifyRequest, 'raw'>): Query {
  return parseQuery(raw.url ?? '');
}
