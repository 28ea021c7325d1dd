import * as z from 'zod';

/** A customer number in a request: a text of digits, or a number. */
export const customerId = z
  .union([z.string(), z.number().int().nonnegative()], 'must be a customer number')
  .transform(String)
  .refine(text => /^\d{1,18}$/.test(text), 'must be a customer number: digits, at most 18');
