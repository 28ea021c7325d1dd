import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import { translatedChoices } from '../booking/catalog/translated-choices.ts';
import { type Diagnostic, diagnostic, type Place } from '../diagnostics/diagnostic.ts';
import { tableEntry } from '../diagnostics/yaml/table-entry.ts';
import { compareUsualWords, wordsOfChoice } from '../mapping/convert/common-words.ts';
import { answerInWords } from '../mapping/convert/convert-boolean.ts';
import type { Mapping, Rule } from '../mapping/mapping.ts';
import { namedRules } from '../mapping/rules-of.ts';
import { findField } from './call/field-key.ts';
import { languageCodeOf } from './call/texts/language-code.ts';
import { quoted } from './fault.ts';
import {
  changeMeaning,
  hasWord,
  lettersOf,
  sortedWords,
  standIn,
  tellingWords,
} from './names/choice-words.ts';
import { fitOf, haveCommonWord } from './names/fitting-choice.ts';
import { sidesOf } from './names/sides.ts';

/**
 * Warns about look-up tables whose keys fit another choice or status better than the one they are given:
 * `{Stamm: Neukunde, Neu: Stammkunde}`, `{VIP: Gesperrt}`. Without a catalog, only the results of the table itself are
 * known. `because` confirms the rule.
 */
export function crossedTables(
  mapping: Pick<Mapping, 'set' | 'additionalFields'>,
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  return namedRules(mapping as Mapping).flatMap(({ path, rule }) => {
    const name = path.replace(/^additionalFields\./, '');
    if ((name === path && path !== 'customerStatus') || rule.because !== undefined) return [];
    const entries = entriesOf(rule);
    return crossedTable(name, { path, entries, names: namesFor(path, entries, catalog) });
  });
}

/** Warns about the table of a destination whose key names another destination of the config: `{Nord: mitte}`. */
export function crossedDestinations(
  { destination }: Pick<Mapping, 'destination'>,
  known: readonly string[],
): readonly Diagnostic[] {
  if ('name' in destination || destination.rule.because !== undefined) return [];
  const entries = entriesOf(destination.rule);
  const names = known.map(name => ({ name, choice: name }));
  return crossedTable('destination', { path: 'destination', entries, names });
}

function crossedTable(
  name: string,
  {
    path,
    entries,
    names,
  }: {
    readonly path: string;
    readonly entries: readonly Entry[];
    readonly names: readonly Named[];
  },
): readonly Diagnostic[] {
  const crossed = entries.flatMap(each => crossing(each, entries, names) ?? []);
  const [first] = crossed;
  if (!first) return [];
  const better = crossed.flatMap(({ key, choice }) => tableEntry(key, choice) ?? []);
  const message = `the table of ${name} gives ${quoted(first.result)} for ${quoted(first.key)}, which fits ${quoted(first.choice)} better`;
  const cure = better.length === 0 ? 'correct the table' : `write ${better.join(', ')}`;
  const hint = `${cure}; if it is right, add because: with the reason`;
  return [diagnostic('check/crossed-table', message, { hint, place: first.place, path })];
}

interface Entry {
  readonly key: string;
  readonly result: string;
  /** True if the result is a yes or no. */
  readonly isAnswer: boolean;
  readonly place: Place;
}

function entriesOf({ lookup }: Rule): readonly Entry[] {
  return [...(lookup?.entries ?? [])].flatMap(([key, { value, place }]) =>
    typeof value === 'string' && value !== ''
      ? [{ key, result: value, isAnswer: answerInWords(value) !== undefined, place }]
      : [],
  );
}

interface Named {
  readonly name: string;
  readonly choice: string;
}

/** Returns the names of the choices that a rule can give. */
function namesFor(
  path: string,
  entries: readonly Entry[],
  catalog: CatalogSnapshot | undefined,
): readonly Named[] {
  const field = catalog && findField(path.replace(/^additionalFields\./, ''), catalog);
  const own =
    path === 'customerStatus'
      ? (catalog?.statuses ?? []).map(({ name }) => name)
      : (field?.selectItems ?? []);
  const choices = new Set([...own, ...entries.flatMap(({ result, isAnswer }) => (isAnswer ? [] : result))]);
  return [
    ...[...choices].map(each => ({ name: each, choice: each })),
    ...(field ? translatedChoices(field) : []),
  ];
}

/** Returns the choice that the key of an entry fits better than its result. */
function crossing(
  entry: Entry,
  all: readonly Entry[],
  names: readonly Named[],
): (Entry & { readonly choice: string }) | undefined {
  const { key, result } = entry;
  const same = choiceWithSameWords(entry, all, names) ?? choiceOfLanguage(entry, names);
  if (same !== undefined) return { ...entry, choice: same };
  const usual = choiceOfUsualWord(entry, names);
  if (usual !== undefined) return { ...entry, choice: usual };
  const told = toldChoice(entry, names);
  if (told !== undefined) return { ...entry, choice: told };
  // Answers in words are judged as a yes or no.
  if (entry.isAnswer) return undefined;
  const entries = all.filter(each => !each.isAnswer);
  const closer = closerChoice(entry, names);
  if (closer !== undefined) return { ...entry, choice: closer };
  const isOwn = ({ name, choice }: Named) => choice === result && haveCommonWord(key, name);
  if (fitOf(key, result) !== undefined || haveCommonWord(key, result) || names.some(isOwn)) return undefined;
  const ofSide = otherSide(entry, names);
  if (ofSide !== undefined) return { ...entry, choice: ofSide };
  const fits = names.flatMap(({ name, choice }) => {
    const fit = choice === result ? undefined : fitOf(key, name);
    return fit === undefined ? [] : [{ choice, fit }];
  });
  const held = heldChoice(entry, names);
  // A key of several choices, or with a word that changes their meaning, is only near to each of them.
  const near = held === 'unclear' ? [] : [...fits, ...(held ? [held] : [])];
  const [best] = [...fits.filter(({ fit }) => fit === 'same'), ...near];
  if (!best) return undefined;
  // A beginning fits by chance if another key stands for the choice.
  const others = entries.filter(each => each !== entry && each.result === best.choice);
  const isTaken =
    others.some(each => haveCommonWord(each.key, best.choice)) &&
    !(isOf(held, best.choice) && areOfOneKind(entry, best.choice, entries));
  const isLikely = best.fit === 'same' || others.length > 0 || key.length >= longBeginning;
  return isTaken || !isLikely ? undefined : { ...entry, choice: best.choice };
}

/** Returns the only choice with the words of a key, in any order: `Pilates 10er-Block` for `10er-Block Pilates`. */
function choiceWithSameWords(
  { key, result }: Entry,
  all: readonly Entry[],
  names: readonly Named[],
): string | undefined {
  // A number may be a code of the sender.
  if (answerInWords(key) !== undefined || !/\p{L}/u.test(key)) return undefined;
  const words = sortedWords(key);
  const found = new Set(names.flatMap(({ name, choice }) => (sortedWords(name) === words ? choice : [])));
  const [choice, ...others] = found;
  if (words === '' || choice === undefined || others.length > 0) return undefined;
  // Beside `email: E-Mail`, a `mail` is a letter.
  const letters = lettersOf(choice);
  const isNamed = all.some(each => each.result === choice && lettersOf(each.key) === letters);
  if (isNamed && lettersOf(key).length !== letters.length) return undefined;
  return lettersOf(choice) === lettersOf(result) ? undefined : choice;
}

/**
 * Returns the only choice that a key names for certain, if its result has no word of the key: `Herr Novak` for `Novak`,
 * `nur Termine` for `Nur für Termine`.
 */
function toldChoice({ key, result, isAnswer }: Entry, names: readonly Named[]): string | undefined {
  const words = tellingWords(key);
  const isClear = words.length > 0 && !changeMeaning(words) && /\p{L}{3}/u.test(key);
  if (!isClear || key.length > longestKey || answerInWords(key) !== undefined) return undefined;
  const told = names.filter(({ name }) => {
    const own = tellingWords(name);
    const isPart = !isAnswer && own.length > words.length && words.every(word => hasWord(own, word));
    const isTelling = own.length > 1 || own.length < wordsOfChoice(name).length;
    return isPart || (isTelling && own.length > 0 && own.every(word => hasWord(words, word)));
  });
  const [choice, ...others] = new Set(told.map(each => each.choice));
  const isOwn = names.some(each => each.choice === result && haveCommonWord(key, each.name));
  return isOwn || others.length > 0 ? undefined : choice;
}

/** Returns the only choice for the language that a key names in another language: `Italiano` for `Italienisch`. */
function choiceOfLanguage({ key, result }: Entry, names: readonly Named[]): string | undefined {
  const [language, given] = [languageCodeOf(key), languageCodeOf(result)];
  if (language === undefined || given === undefined || language === given) return undefined;
  const found = names.filter(({ name }) => languageCodeOf(name) === language);
  const [choice, ...others] = new Set(found.map(each => each.choice));
  return others.length > 0 ? undefined : choice;
}

/** Returns the only choice that a usual word in another language means, if the result means another one: `Knie` for `hip`. */
function choiceOfUsualWord({ key, result }: Entry, names: readonly Named[]): string | undefined {
  const own = names.filter(({ choice }) => choice === result).map(({ name }) => name);
  const compared = [result, ...own].map(name => compareUsualWords(key, name));
  if (!compared.includes('other') || compared.includes('same')) return undefined;
  const found = names.filter(({ name }) => compareUsualWords(key, name) === 'same');
  const [choice, ...others] = new Set(found.map(each => each.choice));
  // A beginning of the choice, such as "Neu", may have another meaning beside "Neukunde".
  return choice === undefined || others.length > 0 || fitOf(key, choice) !== undefined ? undefined : choice;
}

const longBeginning = 5;
/** A longer key is a sentence, whose words have other meanings. */
const longestKey = 40;

/**
 * True if a key holds its choice as other keys do: `Sommerreifen aufziehen` beside `Winterreifen aufziehen: Winterreifen`, or
 * if both choices are of one kind by their words. `Google Ads: Anzeige` is right beside `Google: Google`.
 */
function areOfOneKind({ key, result }: Entry, choice: string, entries: readonly Entry[]): boolean {
  const rest = restOf(key, choice);
  const isAlike = (each: Entry) => each.key !== key && restOf(each.key, each.result) === rest;
  return (rest !== '' && entries.some(isAlike)) || endOf(result) === endOf(choice);
}

function restOf(key: string, choice: string): string {
  const own = wordsOfChoice(choice);
  return wordsOfChoice(key)
    .filter(word => !own.includes(word))
    .join(' ');
}

/** `kunde` of `Neukunde` and of `Stammkunde` */
function endOf(choice: string): string {
  return wordsOfChoice(choice).join('').slice(-longBeginning);
}

/**
 * Returns the choice whose words all stand in a key, if its result has only those words of the key that this choice has
 * too: `Bremsen hinten` for `{"Bremsen hinten prüfen": Bremsen vorne}`.
 */
function closerChoice({ key, result }: Entry, names: readonly Named[]): string | undefined {
  const words = wordsOfChoice(key);
  if (key.length > longestKey || changeMeaning(words)) return undefined;
  const own = names.filter(({ choice }) => choice === result).map(({ name }) => wordsOfChoice(name));
  if (own.some(each => each.every(word => hasWord(words, word)))) return undefined;
  const shared = own.flat().filter(word => hasWord(words, word));
  const closer = names.filter(({ name, choice }) => {
    const held = wordsOfChoice(name);
    const isNear =
      shared.length > 0 &&
      shared.every(word => hasWord(held, word)) &&
      held.some(word => !hasWord(shared, word));
    return choice !== result && isNear && standIn(words, held);
  });
  const [choice, ...others] = new Set(closer.map(each => each.choice));
  return others.length > 0 ? undefined : choice;
}

/** Returns the choice of the key's side if the result is that of the other one: `{"Rechtes Ohr": links}`. */
function otherSide({ key, result }: Entry, names: readonly Named[]): string | undefined {
  const sides = sidesOf([key], [result]);
  if (!sides?.areOpposite || sides.isOfSpan) return undefined;
  return names.find(({ name }) => sidesOf([key], [name])?.areOpposite === false)?.choice;
}

/** Returns the only choice whose name stands in the key as whole words: 13 in `{"Größe 13 (orange)": "312"}`. */
function heldChoice({ key, result }: Entry, names: readonly Named[]): Fit | 'unclear' | undefined {
  // Brackets explain a phrase: `Räder wechseln (HU/AU fällig)`.
  const phrase = wordsOfChoice(key.replace(/\([^()]*\)/g, ''));
  const words = phrase.length > 1 ? phrase : wordsOfChoice(key);
  if (key.length > longestKey || changeMeaning(words)) return 'unclear';
  const isHeld = (name: string) => {
    const own = wordsOfChoice(name);
    if (own.length === 0 || own.length >= words.length) return false;
    return standIn(words, own);
  };
  const held = new Set(names.filter(({ name }) => isHeld(name)).map(({ choice }) => choice));
  const [choice, ...more] = held;
  if (more.length > 0) return 'unclear';
  return choice === undefined || choice === result ? undefined : { choice, fit: 'same' };
}

function isOf(held: Fit | 'unclear' | undefined, choice: string): boolean {
  return typeof held === 'object' && held.choice === choice;
}

interface Fit {
  readonly choice: string;
  readonly fit: 'same' | 'near';
}
