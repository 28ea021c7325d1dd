import type * as z from 'zod';

/** A route of `/api` in words, and the schema of its answer; what it takes is described by the schemas of the route. */
export interface ApiOperation {
  /** What a generated client calls it; permanent. */
  readonly name: string;
  readonly does: string;
  /** What a 200 has. */
  readonly answer: string;
  readonly schema: z.ZodType;
  /** Other statuses than those that every route may have, and when. */
  readonly otherwise?: Readonly<Record<number, string>>;
}

/** Operations by method and path, as `GET /events/:id`. */
export type ApiOperations = Readonly<Record<string, ApiOperation>>;

/** Of what looks at one event. */
export const noEvent = { 404: 'there is no such event, or no longer' };
