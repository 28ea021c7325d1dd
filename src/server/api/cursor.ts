import * as z from 'zod';

/** The cursor of a list in the order of acceptance. */
export const sequenceCursor = cursorLike(/^\d{0,15}$/);

/** The cursor of the list of refusals. */
export const refusalCursor = cursorLike(/^(?:ref_[\w-]{16})?$/);

/**
 * Refuses any other text: otherwise a client would start the list again and never end, or end early and miss
 * entries.
 */
function cursorLike(form: RegExp) {
  return z
    .string()
    .regex(form, 'is not one of this list; start again without a cursor')
    .optional()
    .describe('`next` of the page before');
}
