/** A place in a payload whose value could fill a field. */
export interface PayloadPath {
  /** The JSONata expression for its value. */
  readonly expression: string;
  /** For an answer: the name of its question in a rule. */
  readonly answer?: string;
  /** The keys that lead to it: from the payload, or after `$answers`. */
  readonly keys: readonly string[];
  /** Its names, the best first: its key, the title of its question, the keys above it. Never empty. */
  readonly names: readonly string[];
  /** A text, a number, true or false, a list of these, or the parts of a date. */
  readonly value: unknown;
  /** The texts of the options of the value, if the payload contains them. */
  readonly options: readonly string[];
  /** True if it is the answer of a form. */
  readonly isAnswer: boolean;
  /** The number of events with a value at this place. */
  readonly events: number;
}

/** Words for the kind of a value. Its meaning is in the keys above it. */
const generic: ReadonlySet<string> = new Set(
  `value values text texts label labels name title plain_text content current number select multi_select checkbox
  rich_text date dropdown selected_option choice choices string answer data fields properties item attributes
  custom_fields customfields merges antwort antworten antwoord reponse réponse risposta respuesta wert waarde valeur`.split(
    /\s+/,
  ),
);

/** True if a key has no meaning for the subject of its value. */
export function isGeneric(key: string): boolean {
  return generic.has(key.toLowerCase());
}

/** True if a value is a single text, number or boolean. */
export function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** True if a value is an object and not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True if a value is a date in three parts. */
export function isDateParts(value: unknown): value is { day: unknown; month: unknown; year: unknown } {
  return isObject(value) && ['day', 'month', 'year'].every(part => isScalar(value[part]));
}
