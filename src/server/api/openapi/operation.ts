import type * as z from 'zod';

/**
 * The description of a route of `/api`, and the schema of its response. The route's own schemas describe its input.
 */
export interface ApiOperation {
  /** The name in generated clients; it never changes. */
  readonly name: string;
  readonly does: string;
  /** The contents of a 200 response. */
  readonly answer: string;
  readonly schema: z.ZodType;
  /** Statuses that not every route has, with the reason. */
  readonly otherwise?: Readonly<Record<number, string>>;
}

/** Operations by method and path, as `GET /events/:id`. */
export type ApiOperations = Readonly<Record<string, ApiOperation>>;

/** The response of operations on one event that does not exist. */
export const noEvent = { 404: 'there is no such event, or no longer' };
