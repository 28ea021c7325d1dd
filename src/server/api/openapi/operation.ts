import type * as z from 'zod';

/**
 * The description of a route of `/api`, and the schema of its response; the schemas of the route describe its input.
 */
export interface ApiOperation {
  /** The name in generated clients; permanent. */
  readonly name: string;
  readonly does: string;
  /** The contents of a 200 response. */
  readonly answer: string;
  readonly schema: z.ZodType;
  /** Other statuses than those that every route may have, and when. */
  readonly otherwise?: Readonly<Record<number, string>>;
}

/** Operations by method and path, as `GET /events/:id`. */
export type ApiOperations = Readonly<Record<string, ApiOperation>>;

/** The response of operations on one event that does not exist. */
export const noEvent = { 404: 'there is no such event, or no longer' };
