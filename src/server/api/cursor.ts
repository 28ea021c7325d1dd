import * as z from 'zod';

/** The cursor of a list in the order of acceptance. */
export const sequenceCursor = cursorLike(/^\d{0,15}$/);

/** The cursor of the list of refusals. */
export const refusalCursor = cursorLike(/^(?:ref_[\w-]{16})?$/);

/**
 * Any other text is refused: a list that started again would never end, and one that ended too early would miss
 * entries.
 */
function cursorLike(form: RegExp) {
  return z
    .string()
    .regex(form, 'is not one of this list; begin anew, without a cursor')
    .optional()
    .describe('`next` of the page before');
}
