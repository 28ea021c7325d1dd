import * as z from 'zod';

/** No payload has deeper values. */
const mostDepth = 100;

/** A JSON Merge Patch (RFC 7396) of a payload. */
export const patchSchema = z
  .record(z.string(), z.unknown(), 'must be a JSON object with the properties to change')
  .superRefine((patch, context) => {
    const fault = Object.keys(patch).length === 0 ? 'changes nothing' : faultOf(patch, 0);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .describe(
    'The correction, as a JSON Merge Patch: the properties to replace with their new values, `null` for those to remove. A list is replaced as a whole',
  );

/** The payload of one event, as a person writes it. */
export const writtenPayloadSchema = z
  .record(z.string(), z.unknown(), 'must be a JSON object')
  .superRefine((payload, context) => {
    const fault = Object.keys(payload).length === 0 ? 'is empty' : faultOf(payload, 0);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .describe(
    'The payload of its one event, if its body cannot be read. It is stored as a correction beside the received body; a `null` in it counts as absent',
  );

/** Returns the problem with a patch; a number that JavaScript cannot hold exactly would be changed. */
function faultOf(value: unknown, depth: number): string | undefined {
  if (depth > mostDepth) return `is more than ${mostDepth} levels deep`;
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return 'holds a number of more than 15 digits: write it as a text, in quotes';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const each of Object.values(value)) {
    const fault = faultOf(each, depth + 1);
    if (fault) return fault;
  }
  return undefined;
}
