import { spellings } from '../../diagnostics/spellings.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import type { FormQuestion, QuestionPlaces } from './answers.ts';
import { isPlainObject } from './inside.ts';

/**
 * Returns the path, from the entry of a question, of an answer that stands at another key than the source sets:
 * `answer.choices` if there is nothing at `answer.value`. Undefined if the question has its answer, or none.
 * `others`: the questions of the same list, which show the keys that stand beside an answer.
 */
export function otherAnswerPath(
  { entry, value }: FormQuestion,
  places: QuestionPlaces,
  others: readonly FormQuestion[],
): readonly string[] | undefined {
  if (entry === undefined || presenceOf(value) === 'present') return undefined;
  for (const steps of places.values) {
    const above = steps.slice(0, -1);
    const last = steps.at(-1) ?? '';
    const object = above.reduce<unknown>(ownValue, entry);
    if (isScalar(object) && presenceOf(object) === 'present') return above;
    if (!isPlainObject(object)) continue;
    const beside = new Set([...places.values, places.key ?? [], places.label ?? []].map(startBelow(above)));
    const found = Object.entries(object).find(([key, each]) => {
      if (beside.has(key) || presenceOf(each) !== 'present') return false;
      const pairs = others.map(other => presences(other, [steps, [...above, key]]));
      if (pairs.some(([own, other]) => own === 'present' && other === 'present')) return false;
      // Choices of the question stand beside the key of an answer that nobody gave.
      const mayBeChoices = Array.isArray(each) && Object.hasOwn(object, last);
      if (mayBeChoices && !pairs.some(([own, other]) => own === 'present' && other === 'empty')) return false;
      return isAnswer(key, each, { object, last, isEntry: object === entry });
    });
    if (found) return [...above, found[0], ...textBelow(found[1])];
  }
  return undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Returns the first step of a path below another one; nothing for a path that leads elsewhere. */
function startBelow(above: readonly string[]) {
  return (steps: readonly string[]) =>
    above.every((step, at) => step === steps[at]) ? steps[above.length] : undefined;
}

/** Returns whether the values at two paths of a question are there. */
function presences({ entry }: FormQuestion, paths: readonly [readonly string[], readonly string[]]) {
  return paths.map(each => presenceOf(each.reduce<unknown>(ownValue, entry)));
}

interface Asked {
  readonly object: object;
  /** The key at which the source reads the answer. */
  readonly last: string;
  /** True if the names of the question stand in the same object. */
  readonly isEntry: boolean;
}

function isAnswer(key: string, value: unknown, { object, last, isEntry }: Asked): boolean {
  const [name = ''] = spellings(key);
  const words = name.split(' ');
  if (!isEntry && isTyped(name, object)) return true;
  if (words.some(each => besides.has(each))) return false;
  const isChosen = words.some(each => chosen.has(each));
  if (words.some(each => offered.has(each))) return isChosen;
  if (choices.has(name)) return Array.isArray(value);
  if (isChosen || words.some(each => answers.has(each)) || isLike(name, last)) return true;
  return !isEntry && (plain.has(name) || (Array.isArray(value) && isPlainList(value)));
}

/** True for a key whose words are those of an answer, without ids, times and what a question offers. */
export function namesAnswer(key: string): boolean {
  const [name = ''] = spellings(key);
  const words = name.split(' ');
  if (words.some(each => besides.has(each))) return false;
  const isChosen = words.some(each => chosen.has(each));
  if (words.some(each => offered.has(each))) return isChosen;
  return isChosen || choices.has(name) || words.some(each => answers.has(each));
}

/** True for an answer beside its type, as in `{type: "email", email: "a@example.com"}`. */
function isTyped(name: string, object: object): boolean {
  return Object.entries(object).some(
    ([key, type]) => types.test(key) && typeof type === 'string' && isLike(name, type),
  );
}

const types = /^(?:type|typ|tipo|kind|art)$/i;

/** True if two keys are one word in two forms: `valor` and `valores`, `value` and `valueText`. */
function isLike(name: string, other: string): boolean {
  const [word = ''] = spellings(other);
  return word.length >= shortest && name.startsWith(word.slice(0, Math.max(shortest, word.length - 1)));
}

const shortest = 4;

function isPlainList(list: readonly unknown[]): boolean {
  return list.every(each => typeof each === 'string' || typeof each === 'number');
}

/** Returns the key of the text of an answer that is an object, or a list of objects. */
function textBelow(value: unknown): readonly string[] {
  const [first] = [value].flat();
  if (!isPlainObject(first)) return [];
  const key = Object.keys(first).find(each => texts.has(spellings(each)[0] ?? ''));
  return key === undefined ? [] : [key];
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words in the keys of answers. */
const answers = setOf(`
  value values val answer answers response responses reply result results input
  wert werte antwort antworten eingabe auswahl auswahlen
  valeur valeurs reponse reponses valor valores resposta respostas respuesta respuestas
  valore valori risposta risposte waarde waarden antwoord antwoorden keuze keuzes
  varde varden svar verdi verdier vaerdi vaerdier arvo arvot vastaus wartosc wartosci odpowiedz odpowiedzi
  hodnota hodnoty odpoved odpovedi ertek ertekek valasz deger degerler cevap cevaplar yanit valoare valori raspuns
  selection selections seleccion selecao selecoes selezione escolha escolhas eleccion elecciones choix scelta scelte
  wybor vyber valg valda secim secimler`);

/** Words of an answer that was chosen, also before a word for the choices: `selectedOptions`. */
const chosen = setOf(`
  selected chosen checked ticked picked marked ausgewahlt ausgewaehlt gewahlt gewaehlt angekreuzt
  choisi choisis choisie choisies coche cochees selectionne selectionnes seleccionado seleccionados seleccionada
  seleccionadas elegido elegidos marcado marcados marcada selecionado selecionados selecionada selecionadas
  escolhido escolhidos selezionato selezionati scelto scelti gekozen geselecteerd aangevinkt valgt valgte vald
  wybrane wybrany vybrano vybrane zvoleno secilen secilenler`);

/** Words of the choices of a question. */
const choices = setOf('choice choices labels');

/** Words in keys that stand beside an answer. */
const besides = setOf(`
  id ids uuid guid ref refs type types typ tipo tipos kind art format status state score scores points punkte
  count index position order sort date time at am on by created updated answered submitted required skipped
  max min maximum minimum step length limit old previous former prior initial original before last vorher default
  placeholder hint help error errors correct expected tag tags meta metadata url link code codes
  question frage pergunta pregunta domanda vraag fraga sporsmal otazka pytanie soru`);

/** Words for what a question offers. */
const offered = setOf(`
  option options opcao opcoes opcion opciones opzione opzioni optionen auswahlmoglichkeiten opties alternativ
  alternativer moznosti opcje secenek secenekler allowed possible available`);

/** Names of an answer in an object that has nothing else. */
const plain = setOf(`
  text texts number boolean email phone string content body freetext freitext
  texte texto testo tekst zahl numero nombre`);

/** Keys of the text of a chosen entry. */
const texts = setOf(`
  label labels text name title value bezeichnung titel wert texto nome nombre titulo valor etiqueta testo titolo
  valore libelle texte valeur nom naam tekst waarde navn namn nazev nazwa ad metin`);
