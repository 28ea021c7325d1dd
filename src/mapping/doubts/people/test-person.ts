import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { type PersonKey, personKeyOf } from '../../evaluate/person/person-keys.ts';
import type { Mapping } from '../../mapping.ts';
import { plainKey } from '../../people-list.ts';

/**
 * Returns a warning if the person of an event is evidently a test: `nom=TEST&prenom=Test`, or a message "ceci est un
 * test" of test@test.fr. One sign is not enough, because people and streets may have such names, except for a text of the
 * test of a sender: `<test lead: dummy data for full_name>`. `isShown`: the message contains the values.
 */
export function testPerson(
  mapping: Pick<Mapping, 'when' | 'places'>,
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
  { where = 'the event', isShown = true } = {},
): Diagnostic | undefined {
  const dummy =
    (answers && dummyIn(answers, ['$answers'])) ??
    (isPlainObject(payload) ? dummyIn(payload, []) : undefined);
  if (dummy) return warning([dummy], mapping, { where, isShown: true });
  const found: TestSign[] = [];
  if (isPlainObject(payload)) collect(payload, [], { isPerson: true }, found);
  if (answers) collect(answers, ['$answers'], { isPerson: true }, found);
  const [first, second] = distinct(found);
  if (!first || !second) return undefined;
  const signs = [first, second].filter(
    (each, at, all) => all.findIndex(({ at: path }) => path === each.at) === at,
  );
  return warning(signs, mapping, { where, isShown });
}

function warning(
  signs: readonly Pick<TestSign, 'at' | 'text'>[],
  { when, places }: Pick<Mapping, 'when' | 'places'>,
  { where, isShown }: { readonly where: string; readonly isShown: boolean },
): Diagnostic | undefined {
  const [first] = signs;
  if (!first) return undefined;
  const texts = signs.map(({ at, text }) => (isShown ? `${at}: ${shown(text)}` : at)).join(', ');
  const message = `${where} is evidently a test by the data of its person (${texts}), and when does not leave it out: it sends the values as those of any other event`;
  const literal = isShown ? JSON.stringify(first.text.trim().toLowerCase()) : '"…"';
  const condition = `$not($lowercase(${first.at}) = ${literal})`;
  const cure = when
    ? `add and ${condition} to when`
    : `leave tests out with when, as in when: '${condition.replaceAll("'", "''")}'`;
  const hint = `see which customer it changed; ${cure}${isShown ? '' : ', with the text of the test'}`;
  return diagnostic('mapping/ended-record', message, {
    hint,
    place: when?.place ?? places?.source,
    path: 'when',
  });
}

/** Returns a text that a sender writes into its test webhooks in place of an answer. */
function dummyIn(object: object, above: readonly string[]): Pick<TestSign, 'at' | 'text'> | undefined {
  for (const key of Object.keys(object).slice(0, mostKeys)) {
    const value = ownValue(object, key);
    if (typeof value === 'string' && isDummy(value.slice(0, longest)))
      return { at: pathText([...above, key]), text: value };
    const below =
      above.length < deepest && isPlainObject(value) ? dummyIn(value, [...above, key]) : undefined;
    if (below) return below;
  }
  return undefined;
}

/** Texts of the test leads of Meta, which fill names, numbers and own questions, and of the contacts that HubSpot creates. */
const dummies =
  /^<?test lead: dummy data for |^\p{Lu}[\p{L} .-]{1,60} \(sample contact\)$|^dummy data for /iu;

function isDummy(text: string): boolean {
  return mayBeDummy.test(text) && dummies.test(text.trim());
}

/** Every text of every event passes here. */
const mayBeDummy = /dummy data for |\(sample contact\)/i;

/** A text that only a test has. */
interface TestSign {
  /** Two signs of one kind count once. */
  readonly kind: 'first' | 'last' | 'email' | 'domain' | 'phone' | 'text' | 'like-test';
  readonly at: string;
  readonly text: string;
}

/** "Testmann" is a last name, and a sign only behind a first name like "Test". */
function distinct(found: readonly TestSign[]): readonly TestSign[] {
  const hasFirst = found.some(({ kind }) => kind === 'first');
  const certain = found.flatMap(each =>
    each.kind !== 'like-test' ? each : hasFirst ? { ...each, kind: 'last' as const } : [],
  );
  return [...new Map(certain.map(each => [each.kind, each])).values()];
}

function collect(
  object: object,
  above: readonly string[],
  { isPerson }: { readonly isPerson: boolean },
  found: TestSign[],
): void {
  let searched = 0;
  for (const key of Object.keys(object)) {
    searched += 1;
    if (searched > mostKeys) return;
    const value = ownValue(object, key);
    const isSearched = above.length < deepest && isPlainObject(value);
    if (isSearched) {
      const kind = personKeyOf(key);
      const isHolder = kind === 'person' || kind === 'payer' || kind === 'holder';
      const isOfPerson = isHolder && !forms.test(key);
      if (isOfPerson || isAround(key)) collect(value, [...above, key], { isPerson: isOfPerson }, found);
    } else if (typeof value === 'string' && value.length <= longest && maybe.test(value)) {
      found.push(...signsOf(key, value, pathText([...above, key]), isPerson));
    }
  }
}

/** The whole texts are compared only if they may be those of a test. */
const maybe = /test|example|beispiel|dummy|asdf|qwert|essai|prueba|prova|proef|invalid|lorem|0000|1111|1234/i;
const mostKeys = 200;
const deepest = 4;
const longest = 120;
const forms = /^form/i;
/** True for the key of an object around that of a person. */
const isAround = onceForText((key: string): boolean => around.test(plainKey(key)));
const around =
  /^(?:event|order|bestellung|lead|booking|appointment|termin|buchung|invitee|registration|anmeldung)$/;

function signsOf(key: string, value: string, at: string, isPerson: boolean): readonly TestSign[] {
  const text = value.trim();
  const kind = personKeyOf(key);
  return kindsOfSigns(kind, key, text, isPerson).map(of => ({ kind: of, at, text }));
}

function kindsOfSigns(
  kind: PersonKey | undefined,
  key: string,
  text: string,
  isPerson: boolean,
): readonly TestSign['kind'][] {
  switch (kind) {
    case 'email':
      return ofAddress(text);
    case 'phone':
      return testNumbers.test(text.replace(/[\s()/.-]/g, '')) ? ['phone'] : [];
    case 'first':
    case 'bare-first':
      return isTestName(text) ? ['first'] : [];
    case 'last':
    case 'bare-last':
      return isTestName(text) ? ['last'] : beginsAsTest.test(text) ? ['like-test'] : [];
    case 'full':
      return ofWholeName(text, 'last');
    case 'name':
    case 'given':
      return isPerson ? ofWholeName(text, kind === 'given' ? 'first' : 'last') : [];
    default: {
      const isMessage = messages.test(plainKey(key)) && isTestMessage.test(text);
      return isMessage || testSentences.test(text) ? ['text'] : [];
    }
  }
}

function ofAddress(text: string): readonly TestSign['kind'][] {
  const [, local = '', domain = ''] = address.exec(text) ?? [];
  return [
    ...(testLocals.test(local) ? (['email'] as const) : []),
    ...(testDomains.test(domain) ? (['domain'] as const) : []),
  ];
}

/** Returns the signs in a name of several words, or in one word, which is then the first or the last name. */
function ofWholeName(text: string, alone: 'first' | 'last'): readonly TestSign['kind'][] {
  const [first = '', ...others] = text.split(/\s+/);
  const last = others.at(-1);
  if (last === undefined) return isTestName(text) ? [alone] : [];
  if (isTestName(text)) return ['first', 'last'];
  if (isTestName(first)) return beginsAsTest.test(last) ? ['first', 'last'] : ['first'];
  return isTestName(last) ? ['last'] : [];
}

function isTestName(text: string): boolean {
  return testNames.test(text);
}

const testNames =
  /^(?:tests?|testing|tester|testy|test[ _-]?(?:user|name|kunde|kundin|klant|client|customer|person|patient(?:in)?|eintrag|vorname|nachname|mann|frau)|dummy|asdf{1,9}|asdfgh?j?k?l?|qwert[yz]?|essai|prueba|prova|proef)[ _-]?\d{0,6}$/i;
const beginsAsTest = /^(?:test|dummy|asdf|qwert|essai|prueba|prova|proef)[\p{L}\d _-]{0,20}$/iu;
const address = /^([^@\s]{1,64})@([^@\s]{1,100})$/;
const testLocals =
  /^(?:tests?|testing|tester|testuser|testkunde|testmail|test[._-]?test|dummy|asdf|prueba|essai)[._-]?\d{0,6}(?:\+.*)?$/i;
const testDomains =
  /^(?:[a-z0-9-]{1,40}\.){0,3}(?:(?:tests?|testing|testmail|testtest|example|beispiel|exemple|voorbeeld|dummy|asdf)\.[a-z]{2,4}|test|invalid|example|localhost)$/i;
const testNumbers = /^(?:(?:\+|00)?(?:49|43|41|31|33|32|352|44|1))?0?(?:0{5,}|1{5,}|123456?7?8?9?0?)$/;
const messages =
  /note|notiz|nachricht|message|comment|kommentar|bemerkung|anmerkung|betreff|subject|anliegen|remarque|opmerking|bericht|mitteilung|mensaje|messaggio|^text$/;
const isTestMessage =
  /^(?:(?:nur |just |only )?(?:a |ein(?:e)? |un )?)?test(?:s|en|ing|nachricht|anfrage|eintrag|bestellung|buchung|termin| ?message| ?entry| ?event| \d{1,4})?[ .!:,;-]{0,5}(?:bitte (?:ignorieren|loeschen|löschen|nicht beachten)|please (?:ignore|delete)|ignore(?: this)?)?[ .!]{0,5}$/i;
const testSentences =
  /^(?:(?:das|dies|es) ist (?:nur |bloß )?(?:ein(?:e)? )?|this is (?:just |only )?(?:a )?|c['’]est (?:juste )?un(?:e)? |ceci est (?:juste )?un |dit is (?:maar )?een |est[oae] es una? |questo? (?:è|e) una? |lorem ipsum)(?:test(?!er|ament|at)\w{0,12}|essai|prueba|prova|(?<=lorem ipsum))(?![\p{L}]).{0,60}$/iu;
