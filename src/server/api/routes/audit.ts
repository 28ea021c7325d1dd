import * as z from 'zod';
import { ok } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { sequenceCursor } from '../cursor.ts';

const listQuery = z.strictObject({
  event: z.string().max(200).optional().describe('Only actions on this event'),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('1 to 200; default 50'),
  cursor: sequenceCursor,
});

/** The routes of the audit log, the newest entry first. */
export function auditRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'GET /audit',
      query: listQuery,
      async answer({ query: { event, limit, cursor } }) {
        const page = await parts.store.audit({
          limit,
          ...(event && { event }),
          ...(cursor !== undefined && { cursor }),
        });
        return ok({ audit: page.entries, ...(page.next !== undefined && { next: page.next }) });
      },
    }),
  ];
}
