import { typeformAnswers } from './typeform.ts';

/** What a form's person answered, by the form's own name of each question. It has no prototype. */
export type Answers = Readonly<Record<string, unknown>>;

/** How the answers of each shape are found: nothing where a payload is not of that shape. */
const shapes: Readonly<Record<string, (payload: unknown) => Answers | undefined>> = {
  typeform: typeformAnswers,
};

/** The answers of a payload. `shape` is the one that a source's preset names; nothing where it names none. */
export function answersOf(shape: string | undefined, payload: unknown): Answers | undefined {
  return shape !== undefined && Object.hasOwn(shapes, shape) ? shapes[shape]?.(payload) : undefined;
}
