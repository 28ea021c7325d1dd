import * as z from 'zod';
import { type Actor, operator } from '../../inbox/audit.ts';

/** Who does something, and why, as any request that changes something may say. */
export const deedKeys = {
  who: z.string().trim().min(1).max(100).optional(),
  reason: z.string().trim().min(1).max(1000).optional(),
};

/** A request that says nothing beyond who does it and why. */
export const deedSchema = z.strictObject(deedKeys);

/** The deed of a request; whoever does not say who they are is the operator. */
export function deedOf({ who, reason }: z.infer<typeof deedSchema>): Actor {
  return { who: who ?? operator.who, ...(reason !== undefined && { why: reason }) };
}
