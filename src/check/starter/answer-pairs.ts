import { spellings } from '../../diagnostics/spellings.ts';

/**
 * Returns the keys that contain an answer, if an object is only a question with its answer: all other keys
 * name the question, or its kind. Undefined for any other object, such as a deal with a value.
 */
export function answerKeys(object: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const keys = Object.keys(object).map(key => ({ key, folded: folded(key) }));
  const answers = keys.filter(({ folded }) => answering.has(folded));
  const others = keys.filter(({ folded }) => !answering.has(folded));
  const isAsked = others.some(({ folded }) => naming.has(folded));
  const isPair = answers.length > 0 && isAsked && others.every(each => asking.has(each.folded));
  return isPair ? answers.map(({ key }) => key) : undefined;
}

/** Keeps only letters and digits: `string_value`, `stringValue` and `String Value` are one key. */
function folded(key: string): string {
  return (spellings(key)[0] ?? '').replaceAll(' ', '');
}

const words = (text: string) => text.trim().split(/\s+/);

const answering: ReadonlySet<string> = new Set(
  words(`value values answer answers response responses current stringvalue textvalue displayvalue rawvalue
  formattedvalue normalizedvalue valuetext answertext prettyformat selected selectedoption selectedoptions antwort
  antworten wert werte antwoord antwoorden waarde waarden reponse reponses valeur valeurs`),
);

/** Keys that identify a question. */
const naming: ReadonlySet<string> = new Set(
  words(`title label question questiontext name key ref alias slug caption prompt customkey field fieldid fieldname
  fieldkey fieldlabel fieldref questionid columnid columnname id frage titel bezeichnung feld vraag vraagtekst libelle
  intitule champ`),
);

/** Further keys of a question. */
const asking: ReadonlySet<string> = new Set([
  ...naming,
  ...words(`type fieldtype questiontype columntype subtype kind format description help helptext hint placeholder text
  unit group section page object order position index number sort isfixed isrequired required ishidden hidden ispublished
  readonly options choices properties settings default defaultvalue uuid identifier rows columns typ beschreibung`),
]);
