import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Actor, operator } from '../../inbox/audit.ts';
import type { ApiParts } from './api-route.ts';

/** The person and the reason, which every changing request may contain. */
export const actorKeys = {
  who: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('The name for the audit log: at most 100 characters; default `operator`'),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .optional()
    .describe('The reason, for the audit log: at most 1,000 characters'),
};

/** A request that contains only a person and a reason. */
export const actorSchema = z.strictObject(actorKeys);

/** The actor of a request; without `who` it is the operator. */
export function actorOf(
  { who, reason }: z.infer<typeof actorSchema>,
  request: FastifyRequest,
  { callerOf }: Pick<ApiParts, 'callerOf'>,
): Actor {
  const { address } = callerOf(request.raw);
  return { who: who ?? operator.who, ...(reason !== undefined && { why: reason }), address };
}
