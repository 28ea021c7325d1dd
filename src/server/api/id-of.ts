import type { FastifyRequest } from 'fastify';

/** The last variable part of a request's path: an id or a name. */
export function idOf(request: FastifyRequest): string {
  const { params } = request;
  const id = params && typeof params === 'object' && 'id' in params ? params.id : undefined;
  return typeof id === 'string' ? id : '';
}
