import * as z from 'zod';
import { processViewSchema } from '../answers/state.ts';
import type { ApiOperations } from '../operation.ts';

/** The operations about the processes that share a store. */
export const processOperations = {
  'GET /processes': {
    name: 'listProcesses',
    does: 'Lists the processes that share the store in PostgreSQL, and who does which work.',
    answer: '`{"processes": […]}`; empty where the store is a file, which one process has alone',
    schema: z.object({ processes: z.array(processViewSchema) }),
  },
} satisfies ApiOperations;
