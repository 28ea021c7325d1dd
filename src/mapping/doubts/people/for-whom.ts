import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { lettersOfKey } from '../../../inbox/named-person.ts';
import { type Answers, answeredQuestions } from '../../../receive/answers/answers.ts';
import { shownName } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { personKeyOf } from '../../evaluate/person/person-keys.ts';
import { mayBeName } from '../../evaluate/person/whole-names.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { answersOfSamples } from '../changed-form/questions-in-samples.ts';
import { samplePayloads } from '../named-positions.ts';
import { isOfBeneficiary, isOfSomebodyBeside } from './beneficiary-keys.ts';
import type { NewValue } from './new-values.ts';
import { relationTo } from './relation-to-event.ts';

/**
 * Returns a warning about an answer or a key that names somebody else than the customer: "Für wen?" is "für meinen Sohn Ben" where every
 * sample says "für mich", or a new question has the name of another person.
 */
export function newAnswerForOther(
  mapping: Mapping,
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
  fresh: readonly NewValue[],
  { where = 'the event', isShown = true }: { readonly where?: string; readonly isShown?: boolean } = {},
): Diagnostic | undefined {
  if (!isPlainObject(payload)) return undefined;
  const self = selfNames(mapping, answers);
  // Hardly any sample has such an answer.
  const ofSelf = self.size === 0 ? [] : entriesOf(payload, answers).filter(({ name }) => self.has(name));
  const found =
    ofSelf.find(({ value }) => isOther(value)) ??
    fresh.find(
      ({ name, value }) =>
        typeof value === 'string' && value.length <= longest && isForOther(name, value, { payload, answers }),
    );
  if (!found || isRead(mapping, found.name)) return undefined;
  const { name, value } = found;
  const why = self.has(name)
    ? `in every sample of the mapping it says that the customer is meant`
    : 'no sample of the mapping has it';
  const said = isShown ? `says ${shown(value)}` : 'names somebody else than the customer';
  const message = `${JSON.stringify(visibleText(name))} of ${where} ${said}, and ${why}: the values that are sent may be about another person`;
  const hint =
    'read the number of that person, if they are, or leave such events out with when; if the customer is right, keep the event as a test (fieldbridge capture)';
  return diagnostic('mapping/other-name', message, {
    hint,
    place: mapping.when?.place ?? mapping.places?.source,
    path: 'when',
  });
}

const longest = 80;

/** A key or a question with its value. */
interface Entry {
  readonly name: string;
  readonly value: unknown;
}

function isRead(mapping: Mapping, name: string): boolean {
  return expressionUses(mapping).some(
    ({ expression: { answer, source } }) => answer === name || source.includes(name),
  );
}

/** True for a value that says neither nothing nor that the customer is meant. */
function isOther(value: unknown): boolean {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' && value.trim() !== '' && !isSelf(value);
}

/** True for a new answer about somebody else: "für meine Tochter" to any question, or another name to one for whom it is. */
function isForOther(
  name: string,
  text: string,
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
): boolean {
  const said = saysWhom(text);
  if (said.isForRelative) return true;
  if (!isOfBeneficiary(name) || isOfSomebodyBeside(name)) return false;
  if (said.isRelative) return true;
  const isName = personKeyOf(name) !== 'email' && mayBeName.test(text) && capitals.test(text);
  const mayName = namesPerson.test(lettersOfKey(name));
  const event = { payload, answers: answers && answersByLabel(answers) };
  return (
    isName &&
    mayName &&
    relationTo(withoutEntry(event, name), [], { names: [text.trim()], emails: [] }) === 'other'
  );
}

/** Returns an event without a key or a label with its value, which would be the same as itself. */
function withoutEntry(event: object, name: string): object {
  const copy = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(copy);
    if (!isPlainObject(each)) return each;
    const entries = Object.entries(each);
    const isOfLabel = entries.some(([, one]) => one === name);
    return Object.fromEntries(
      isOfLabel ? [] : entries.flatMap(([key, one]) => (key === name ? [] : [[key, copy(one)]])),
    );
  };
  return Object(copy(event));
}

function answersByLabel(answers: Answers): object {
  const { questions } = answeredQuestions(answers);
  return Object.fromEntries(questions.map(each => [shownName(each), each.value]));
}

const capitals = /^\s*\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+(?:\p{Ll}{1,4}\s+)?\p{Lu}[\p{L}\p{M}'’.-]*){0,3}\s*$/u;
const namesPerson =
  /name|naam|nom|nombre|nome|imie|jmeno|beschenk|geschenkfur|giftfor|recipient|fur?wen|fuerwen|forwhom|whois|^(?:schul(?:er|kind)|schueler|pupil|student|child|kind|kid|teilnehm|participant|attendee|player|spieler|beneficiar)\w{0,5}$/;

const saysWhom = onceForText(
  (text: string): { readonly isForRelative: boolean; readonly isRelative: boolean } => {
    const plain = text.trim().toLowerCase();
    const isRelative = relatives.test(plain);
    return { isRelative, isForRelative: isRelative && forWords.test(plain) };
  },
);

const forWords = /^(?:für|fuer|for|pour|voor|per|para|dla|pro|til|för)\s/;
const relatives =
  /^(?:(?:für|fuer|for|pour|voor|per|para|dla|pro|til|för|an|als geschenk für|geschenk für)\s+)?(?:(?:mein|unser|ihr|sein|dein|euer)(?:e[mnrs]?)?|my|our|his|her|their|mon|ma|mes|notre|mijn|ons|onze|(?:il |la )?mi[oa]|mis|nuestr[oa]|su|me[ui]|minha|mojego|mojej|moje|min|mit|mitt)\s+(?:\p{L}+\s+)?(?:sohn|tochter|kind|mann|frau|mutter|mama|vater|papa|oma|opa|enkel|enkelin|neffe|neffen|nichte|bruder|schwester|freund|freundin|partner|partnerin|gro(?:ß|ss)mutter|gro(?:ß|ss)vater|son|daughter|child|kid|wife|husband|mother|mum|mom|father|dad|friend|brother|sister|niece|nephew|grandson|granddaughter|grandmother|grandfather|fils|fille|enfant|femme|mari|mère|père|ami|amie|zoon|dochter|man|vrouw|moeder|vader|vriend|vriendin|figlio|figlia|bambin[oa]|moglie|marito|madre|padre|amic[oa]|hij[oa]|esposa|marido|amig[oa]|filh[oa]|syna|córki|dziecka|żony|męża|son|datter|dotter|barn)(?!\p{L})|^(?:(?:für|fuer|for|pour|voor)\s+)?(?:sohn|tochter|kind|enkel|enkelin|son|daughter|child|fils|fille|zoon|dochter|hij[oa]|figli[oa])\s+\p{L}|^(?:(?:für|fuer|for|pour|voor|per|para)\s+)?(?:jemand(?:en)? (?:anderen?s?|anders)|(?:eine |einen )?andere (?:person|n)|someone else|somebody else|another person|une autre personne|quelqu['’]un d['’]autre|iemand anders|otra persona|un['’]altra persona|outra pessoa)/u;

const isSelf = onceForText((text: string): boolean => self.test(text.trim().toLowerCase()));

const self =
  /^(?:(?:(?:nur |only |just )?(?:für|fuer|for|pour|voor|per|para|dla|pro|til|för) )?(?:mich(?: selbst| selber)?|sich(?: selbst| selber)?|ich selbst|ich selber|myself|moi(?:[- ]m[eê]me)?|mezelf|mijzelf|me stess[oa]|m[ií] mism[oa]|mim mesm[oa]|siebie(?: samego| samej)?|mig selv|meg selv|mig själv|sebe)|(?:nur |only |just )?(?:für|fuer|for|pour|voor|per|para|dla|pro) (?:mich|me|moi|mij|mí|mi|mim|mnie|mně)|selbst|selber|self|ich|mir selbst|(?:the )?same(?: person)?|dieselbe(?: person)?|derselbe|customer|kund(?:e|in)(?: selbst)?|zelf|même personne)[.!]?$/u;
/** Keys for a yes or no, whose yes means the customer. */
const selfKeys =
  /(?:^|for|is|book)(?:my|your)?self$|furmich|fuermich|selbst$|sameas(?:customer|client|contact|buyer)|issame(?:person)?$/;

/** The names of questions and keys whose value in all samples says that the customer is meant. */
function selfNames(mapping: Mapping, answers: Answers | undefined): ReadonlySet<string> {
  const ofAnswers = answers ? answersOfSamples(mapping, answers) : [];
  const key = ofAnswers[0] ?? mapping;
  const known = selfKnown.get(key);
  if (known) return known;
  const all = samplePayloads(mapping).flatMap((payload, at) =>
    isPlainObject(payload) ? entriesOf(payload, ofAnswers[at]) : [],
  );
  const names = [...Map.groupBy(all, ({ name }) => name)].flatMap(([name, entries]) => {
    const given = entries.filter(({ value }) => value !== '' && value !== null && value !== undefined);
    return given.length > 0 && given.every(({ value }) => isOfCustomer(name, value)) ? [name] : [];
  });
  const found = new Set(names);
  selfKnown.set(key, found);
  return found;
}

const selfKnown = new WeakMap<object, ReadonlySet<string>>();

function isOfCustomer(name: string, value: unknown): boolean {
  if (value === true) return selfKeys.test(lettersOfKey(name));
  return typeof value === 'string' && value.length <= longest && isSelf(value);
}

/** Returns the keys with their texts, the labels beside a value in lists, and the questions of a form. */
function entriesOf(payload: object, answers: Answers | undefined): readonly Entry[] {
  const found: Entry[] = [];
  addEntries(payload, found, 0);
  if (answers) {
    for (const question of answeredQuestions(answers).questions) {
      const [value = ''] = [question.value].flat();
      found.push({ name: shownName(question), value });
    }
  }
  return found;
}

function addEntries(object: object, found: Entry[], depth: number): void {
  if (found.length > mostEntries) return;
  if (!Array.isArray(object)) {
    const label = labelKeys.map(key => ownValue(object, key)).find(each => typeof each === 'string');
    const value = valueKeys.map(key => ownValue(object, key)).find(each => each !== undefined);
    if (typeof label === 'string' && value !== undefined) found.push({ name: label, value });
  }
  for (const key of Object.keys(object)) {
    const value: unknown = ownValue(object, key);
    if (typeof value === 'string' || typeof value === 'boolean') {
      if (!Array.isArray(object)) found.push({ name: key, value });
    } else if (typeof value === 'object' && value !== null && depth < deepest) {
      addEntries(value, found, depth + 1);
    }
  }
}

const labelKeys = ['label', 'title', 'question', 'name', 'key', 'field'];
const valueKeys = ['value', 'answer', 'text', 'response'];
const mostEntries = 400;
const deepest = 6;
