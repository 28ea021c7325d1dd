/**
 * What a form's person answered, by field reference. `kind` is the shape that a source's preset
 * names; nothing where it names none, or the payload has no answers of that shape.
 */
export function answersOf(
  kind: string | undefined,
  payload: unknown,
): Readonly<Record<string, unknown>> | undefined {
  return kind === 'typeform' ? typeformAnswers(payload) : undefined;
}

/** Answers of Typeform: by the reference of the field, else by its id. Several choices are a list of their labels. */
function typeformAnswers(payload: unknown): Readonly<Record<string, unknown>> | undefined {
  const answers = inside(inside(payload, 'form_response'), 'answers');
  if (!Array.isArray(answers)) return undefined;
  const byReference: Record<string, unknown> = Object.create(null);
  for (const answer of answers) {
    const field = inside(answer, 'field');
    const reference = inside(field, 'ref') ?? inside(field, 'id');
    const value = typeformValue(answer);
    if (typeof reference === 'string' && value !== undefined) byReference[reference] = value;
  }
  return byReference;
}

function typeformValue(answer: unknown): unknown {
  const type = inside(answer, 'type');
  const value = typeof type === 'string' ? inside(answer, type) : undefined;
  if (type === 'choice') return inside(value, 'label') ?? inside(value, 'other');
  if (type !== 'choices') return value;
  const labels = inside(value, 'labels');
  const other = inside(value, 'other');
  return [...(Array.isArray(labels) ? labels : []), ...(other === undefined ? [] : [other])];
}

/** An own property of an object; nothing of anything else. */
function inside(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key] ?? undefined;
}
