import type { z } from 'zod';

/** A control request that cannot be carried out: the problem, and the allowed values if they help. */
export interface Refused {
  readonly error: string;
  readonly allowed?: readonly string[];
}

/**
 * Checks the body of a control request against its schema. The texts of the schema complete the sentence
 * "<key> must be …".
 */
export function checkBody<S extends z.ZodObject>(
  schema: S,
  body: unknown,
): { readonly value: z.infer<S> } | Refused {
  const checked = schema.safeParse(body);
  if (checked.success) return { value: checked.data };
  const allowed = Object.keys(schema.shape);
  const unknown = checked.error.issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  if (unknown.length > 0) {
    const names = unknown.map(key => JSON.stringify(key)).join(', ');
    return {
      error: `unknown ${unknown.length === 1 ? 'key' : 'keys'} ${names}; allowed: ${allowed.join(', ')}`,
      allowed,
    };
  }
  const [issue] = checked.error.issues;
  if (issue === undefined || issue.path.length === 0) {
    return { error: issue?.message ?? 'not readable', allowed };
  }
  return { error: `"${issue.path.join('.')}" must be ${issue.message}`, allowed };
}
