import * as z from 'zod';
import { processViewSchema } from '../answers/state.ts';
import type { ApiOperations } from '../operation.ts';

/** The operations about the processes that share a store. */
export const processOperations = {
  'GET /processes': {
    name: 'listProcesses',
    does: 'Lists the processes that share the store in PostgreSQL, and the work that each owns.',
    answer: '`{"processes": […]}`; empty if the store is a SQLite file, which one process owns',
    schema: z.object({ processes: z.array(processViewSchema) }),
  },
} satisfies ApiOperations;
