import * as z from 'zod';
import { ok } from '../../http/answer.ts';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import { checkInput } from '../input.ts';

const listQuery = z.strictObject({
  event: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
});

/** What people did by hand, the newest first. */
export function auditRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    {
      method: 'GET',
      url: '/audit',
      async answer(request) {
        const input = checkInput(listQuery, request.query);
        if (input.kind === 'answer') return input.answer;
        const { event, limit, cursor } = input.value;
        const page = await parts.store.audit({
          limit,
          ...(event && { event }),
          ...(cursor !== undefined && { cursor }),
        });
        return ok({ audit: page.entries, ...(page.next !== undefined && { next: page.next }) });
      },
    },
  ];
}
