import { nearest } from '../../../diagnostics/nearest.ts';
import { spellings } from '../../../diagnostics/spellings.ts';

/** True if two questions are nearly the same, or if one has all words of the other or longer ones: "schwanger", "Schwangerschaft". */
export function areAlike(one: string, other: string): boolean {
  if (areOfOtherChannels(one, other)) return false;
  if (nearest(one, [other]).length > 0) return true;
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const [short, long] = words.length <= others.length ? [words, others] : [others, words];
  return (
    short.length > 0 &&
    short.every(word =>
      long.some(each => each === word || (word.length >= longBeginning && each.startsWith(word))),
    )
  );
}

/** True for `hs_email_optout` and `sms_optout`: each has a word for a means of contact, and none in common. */
function areOfOtherChannels(one: string, other: string): boolean {
  const [own, others] = [one, other].map(name =>
    channels.filter(channel => channel.test(spellings(name)[0] ?? '')),
  );
  return !!own?.length && !!others?.length && !own.some(each => others.includes(each));
}

const channels: readonly RegExp[] = [
  /\b(?:e ?mails?|newsletter|mailing)\b/,
  /\b(?:sms|texts?|text messages?)\b/,
  /\bwhats ?app\b/,
  /\b(?:phone|call|calls|anruf\w*|telefon\w*)\b/,
  /\b(?:brief|briefpost|postalisch|letter)\b/,
];

/** True for two questions about the same thing: "SMS-Erinnerung" and "Bitte keine SMS schicken". */
export function haveWordInCommon(one: string, other: string): boolean {
  const words = wordsOf(one, shortestName);
  return wordsOf(other, shortestName).some(word => words.includes(word));
}

/**
 * True for two questions with a word or a stem in common that few questions have: "Notfallkontakt (Name)" and "Wen sollen wir
 * im Notfall anrufen?". Words such as "Name" and "Telefon" do not count.
 */
export function haveTopicInCommon(one: string, other: string): boolean {
  const isTopic = (word: string) => !ofManyQuestions.has(word) && !/^\d+$/.test(word);
  const [words, others] = [
    wordsOf(one, shortestName).filter(isTopic),
    wordsOf(other, shortestName).filter(isTopic),
  ];
  return words.some(word =>
    others.some(each => {
      const [short, long] = word.length <= each.length ? [word, each] : [each, word];
      return short === long || (short.length >= shortestStem && long.startsWith(short));
    }),
  );
}

/** Returns the number of letters of the words that two questions share. */
export function lettersInCommon(one: string, other: string): number {
  const others = new Set(wordsOf(other));
  return [...new Set(wordsOf(one))].filter(word => others.has(word)).join('').length;
}

/** Returns the words of a question that have a meaning. */
function wordsOf(name: string, least = shortest): readonly string[] {
  return (spellings(name)[0] ?? '').split(' ').filter(word => word.length >= least && !asking.has(word));
}

const shortestStem = 6;
/** Words of questions about different things. */
const ofManyQuestions: ReadonlySet<string> = new Set(
  'name namen vorname nachname firstname lastname telefon telefonnummer handy handynummer rufnummer phone mobile nummer number datum date tag day zeit time uhrzeit email mail mailadresse adresse address kontakt kontaktdaten kontakten contact person personen people kunde kundin kunden kundennummer customer client patient patienten patientin anfrage angabe angaben frage fragen question answer antwort info infos information informationen text feld field wert value option auswahl termin termine terminwunsch appointment behandlung service leistung wunsch wunsche gewunscht gewunschte gerne gern nicht kein keine ohne noch alle alles andere anderes weitere weiterer sonstige sonstiges hier etwas jemand praxis salon studio notiz bemerkung bemerkungen nachricht message comment note type typ code nom prenom telephone numero adresse naam telefoon anzahl art grund erste ersten ersten letzte letzten derzeit aktuell aktuelle aktuellen'.split(
    ' ',
  ),
);
const longBeginning = 7;
const shortest = 4;
const shortestName = 3;
/** Words that most questions have. */
const asking: ReadonlySet<string> = new Set(
  'bitte der die das den dem des ein und fur mit von zum zur ich wir uns sie ihr per auf aus bei the and for our would deine deinen dein ihre ihren ihrem mochten mochtest wollen willst durfen durfte konnen wunschen haben hast habt sind bist seid welche welcher welches wann wenn oder noch uber unsere unseren unserem unserer unser your have what which when where with this please about does will would vous avez votre quel quelle quels quelles welk welke heeft hebt jouw'.split(
    ' ',
  ),
);
