/** What a form's person answered, by the form's own name of each question. It has no prototype. */
export type Answers = Readonly<Record<string, unknown>>;
