import * as z from 'zod';

const text = z.string('a text');
const yes = z.literal(true, 'true, or left out').optional();
const time = z
  .string('a time such as 2026-03-02T10:00:00.000Z')
  .refine(value => Number.isFinite(Date.parse(value)), 'a time such as 2026-03-02T10:00:00.000Z')
  .transform(value => Date.parse(value));

const fieldSchema = z.strictObject({
  id: z.int('a whole number'),
  keyName: text.min(1, 'a keyName'),
  formerKeys: z.array(text, 'a list of keyNames').optional(),
  type: text,
  name: text,
  names: z.record(text, text, 'a map of language codes and names').optional(),
  description: text.optional(),
  choices: z.array(text, 'a list of choices').optional(),
  choiceNames: z
    .record(text, z.array(text, 'a list of names'), 'a map of language codes and lists of names')
    .optional(),
  validator: text.optional(),
  errorMessage: text.optional(),
  required: yes,
  appointmentSpecific: yes,
  specificForLocationId: z.int('the number of a location').optional(),
  hidden: yes,
  privacyConfidential: yes,
});

const statusSchema = z.strictObject({
  name: text,
  known: z.enum(['listed', 'confirmed'], 'listed or confirmed'),
  at: time.optional(),
});

/** The schema of the lock file; `writeLock` describes its order. */
export const lockSchema = z.strictObject(
  {
    version: z.literal(1, '1: this program reads no other'),
    destinations: z.record(
      text,
      z.strictObject({
        read: time,
        languages: z.array(text, 'a list of language codes').optional(),
        statusesListed: time.optional(),
        statuses: z.array(statusSchema, 'a list of statuses').optional(),
        fields: z.array(fieldSchema, 'a list of fields'),
      }),
      'a map of destinations',
    ),
  },
  {
    error: issue => (issue.code === 'unrecognized_keys' ? undefined : 'a map with version and destinations'),
  },
);

/** The schema of one field. */
export type LockedField = z.input<typeof fieldSchema>;
