/** A place in a payload from which a field could be filled. */
export interface PayloadPath {
  /** JSONata that gives its value. */
  readonly expression: string;
  /** Of an answer: the name of its question, as a rule writes it. */
  readonly answer?: string;
  /** The keys that lead to it: from the payload, or behind `$answers`. */
  readonly keys: readonly string[];
  /** What it is called, the likeliest first: its key, the title of its question, what it stands below. Never empty. */
  readonly names: readonly string[];
  /** A text, a number, true or false, a list of these, or the parts of a date. */
  readonly value: unknown;
  /** Where the payload tells them: the texts of the options that the value was chosen from. */
  readonly options: readonly string[];
  /** Whether it is an answer of a form. */
  readonly isAnswer: boolean;
  /** In how many of the events it has a value. */
  readonly events: number;
}

/** Words that say what kind of thing a value is, not what it is about: what they stand below says that. */
const generic: ReadonlySet<string> = new Set(
  `value values text texts label labels name title plain_text content current number select multi_select checkbox
  rich_text date dropdown selected_option choice choices string answer data fields properties item attributes
  custom_fields customfields merges`.split(/\s+/),
);

/** Whether a key says nothing of what its value is about. */
export function isGeneric(key: string): boolean {
  return generic.has(key.toLowerCase());
}

/** Whether a value is one text, number or truth. */
export function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a date in three parts. */
export function isDateParts(value: unknown): value is { day: unknown; month: unknown; year: unknown } {
  return isObject(value) && ['day', 'month', 'year'].every(part => isScalar(value[part]));
}
