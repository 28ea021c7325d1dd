import * as z from 'zod';

/** A link with the reason for which its warnings do not apply. */
export const confirmedLink = z.strictObject({
  from: z.string().describe("A JSONata expression that returns the sender's own id of the person."),
  because: z
    .string()
    .min(1)
    .describe('The reason why the link is right although check warns about it.')
    .meta({ written: ['the sender has one address for each person'] }),
});
