import * as z from 'zod';

/** The cursor of a list in the order of acceptance. Any other text is refused: a list that began anew would never end. */
export const sequenceCursor = z
  .string()
  .regex(/^\d{0,15}$/, 'is not one of this list; begin anew, without a cursor')
  .optional()
  .describe('`next` of the page before');
