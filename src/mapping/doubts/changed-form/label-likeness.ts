import { areSpeltAlike, spellings } from '../../../diagnostics/spellings.ts';
import { asksForOptOut } from '../../opt-out.ts';

/**
 * Returns true if two labels of a question hardly ask for the same: few common words, a denial in only one of them
 * ("Newsletter?" and "Newsletter abbestellen?"), the first in place of the last, or another person. `field`: the name of
 * what the answer is sent to; a label with its words asks for it, whatever the language of the other label is.
 */
export function asksOtherwise(before: string, now: string, field: string): boolean {
  if (asksForOptOut(before) !== asksForOptOut(now)) return true;
  const [words, others] = [wordsIn(before), wordsIn(now)];
  if (areOf(measures, words, others) || areOf(numbers, words, others)) return true;
  if (haveOtherPeriods(words, others)) return true;
  if (isOpposite(words, others, wordsIn(field))) return true;
  const [asked, askedNow] = [words.filter(isMeaningful), others.filter(isMeaningful)];
  if (asked.length === 0 || askedNow.length === 0 || unspaced.test(before + now)) return false;
  if (namesField(field, askedNow)) return false;
  const [short, long] = asked.length <= askedNow.length ? [asked, askedNow] : [askedNow, asked];
  const common = short.filter(word =>
    long.some(each => areAlikeWords(word, each) || meanSame(word, each)),
  ).length;
  return common === 0 || common / short.length < leastCommon;
}

/**
 * True if one of two labels asks for a consent, and the other one for a fact or for a further matter: "Dürfen wir Fotos zeigen?"
 * became "Haben Sie Fotos?" or "Dürfen wir Fotos an die Versicherung senden?". Remarks in brackets do not count.
 */
export function asksOtherConsent(before: string, now: string): boolean {
  const [words, others] = [before, now].map(each => wordsIn(each.replace(/\([^()]*\)/g, ' '))) as [
    readonly string[],
    readonly string[],
  ];
  const isFor = (some: readonly string[]) => some.some(word => allowing.test(word));
  if (isFor(words) && !isFor(others) && others.some(word => ofFacts.test(word))) return true;
  const isKnown = (word: string) =>
    allowing.test(word) || words.some(each => areAlikeWords(word, each) || meanSame(word, each));
  return words.some(isMeaningful) && others.some(word => isMeaningful(word) && !isKnown(word));
}

/**
 * True if one of two labels has a word that the other one does not have, beside articles and polite words. A form may address
 * a person by name: words of `answers` count as those in the same number that they replace.
 */
export function hasOtherWords(before: string, now: string, answers: readonly string[]): boolean {
  const [words, others] = [wordsOfQuestion(before), wordsOfQuestion(now)];
  const gone = words.filter(word => !others.includes(word));
  const fresh = others.filter(word => !words.includes(word));
  if (gone.length !== fresh.length) return !areSpeltAlike(before, now);
  if (fresh.length === 0) return false;
  const said = new Set(answers.flatMap(wordsIn));
  return !fresh.every(word => said.has(word));
}

/** Returns the words of a label in one form of address: "Rauchst du?" and "Rauchen Sie?" have the same. */
function wordsOfQuestion(label: string): readonly string[] {
  return wordsIn(label)
    .filter(word => !polite.has(word))
    .map(word => formal[word] ?? word.replace(/(?<=[a-z]{3})(?:st|en)$/, ''));
}

const formal: Readonly<Record<string, string>> = {
  hast: 'hab',
  bist: 'sind',
  darfst: 'durf',
  willst: 'woll',
};

/** Words by which a question asks whether something may be done. */
const allowing =
  /^(?:darf|durfen|ordnung|okay|recht|may|can|could|mogen|mag|kunnen|puis|peut|pouvons|possiamo|posso|podemos|puedo|erlaub\w*|einverstanden|zustimm\w*|stimme|willige|einwillig\w*|ja|yes|agree|accept|allow\w*|consent\w*|akkoord|toestemming|accord\w*|accept\w*|acconsent\w*|autoris\w*|autoriz\w*|mocht\w*|wunsch\w*|want|wish|would|like|wil|graag|souhait\w*|voglio|desidero|quiero|gern|gerne|subscribe|abonnieren|anmelden|bestellen)$/;
/** Words by which it asks for a fact. */
const ofFacts =
  /^(?:haben|hast|habt|hat|hatten|wurden?|wird|ist|sind|bist|war|waren|bereits|schon|have|has|had|did|was|were|is|are|already|ever|heeft|hebt|hebben|bent|werd|reeds|avez|etes|est|sont|deja|avete|hai|siete|sei|gia|tiene|tienes|ha|esta|ya)$/;

/** True if both labels have words of a kind, and none in common: "in kg" and "in Pfund", "(0-10)" and "(0-100)". */
function areOf(kind: RegExp, words: readonly string[], others: readonly string[]): boolean {
  const [own, further] = [words, others].map(some => some.filter(word => kind.test(word)));
  return (
    own !== undefined && own.length > 0 && (further?.length ?? 0) > 0 && own.join(' ') !== further?.join(' ')
  );
}

/** True if each of two labels has a period that the other one does not have: "Rate pro Monat" and "Jahresrate". */
function haveOtherPeriods(words: readonly string[], others: readonly string[]): boolean {
  const [own, further] = [words, others].map(
    some => new Set(some.flatMap(word => periods.find(([, pattern]) => pattern.test(word))?.[0] ?? [])),
  );
  if (!own || !further) return false;
  return own.difference(further).size > 0 && further.difference(own).size > 0;
}

/** Words for a period, also as a part of a compound. Many words end with "tag". */
const periods: readonly (readonly [string, RegExp])[] = [
  ['day', /^(?:tag|taglich\w*|tages\w{4,}|days?|daily|jour|dag)$/],
  ['week', /^(?:\w{4,})?(?:woche)n?$|^(?:wochentlich\w*|wochen\w{4,}|weeks?|weekly|semaine|week)$/],
  [
    'month',
    /^(?:\w{4,})?(?:monat)e?s?$|^(?:monatlich\w*|monats\w{4,}|months?|monthly|mois|mensuel\w*|maand)$/,
  ],
  ['quarter', /^(?:quartal\w*|quarter(?:ly)?|trimestre|kwartaal)$/],
  ['year', /^(?:\w{4,})?(?:jahr)e?s?$|^(?:jahrlich\w*|jahres\w{4,}|years?|yearly|annual(?:ly)?|annee|jaar)$/],
  ['hour', /^(?:stunde|stundlich\w*|stunden\w{4,}|hourly|heure|uur)$/],
];

const measures =
  /^(?:g|m|l|lb|mm|cm|meter[ns]?|metres?|zoll|inch(?:es)?|feet|ft|km|miles?|mg|gr|gramm|grams?|kg|kilo(?:gramm|grams?)?|pfund|pounds?|lbs?|ml|liter[ns]?|euro?|eur|chf|usd|dollars?|prozent|percent|minuten|minutes?|stunden|hours?|tage[ns]?|days?|wochen|weeks?|monate[ns]?|months?|jahre[ns]?|years?)$/;
const numbers = /^\d{1,3}$/;

/** One common word of three is too few, one of two is enough. */
const leastCommon = 0.4;

/** Scripts that write words without spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function wordsIn(label: string): readonly string[] {
  return [...new Set((spellings(label.slice(0, longestLabel))[0] ?? '').split(' '))].filter(
    each => each !== '',
  );
}

const longestLabel = 400;

/** Groups of words of which a question has only one. */
const opposites: readonly (readonly RegExp[])[] = [
  [/^netto\w*$/, /^brutto\w*$/],
  [
    /^(?:erste[nrsm]?|erstmals|first|premiere?|eerste|primer[ao]?|prim[ao])$/,
    /^(?:letzte[nrsm]?|zuletzt|last|derniere?|laatste?|ultim[ao])$/,
    /^(?:nachste[nrsm]?|next|prochaine?|volgende|prossim[ao]|proxim[ao])$/,
  ],
  [
    /^(?:derzeit(?:ige[nrsm]?)?|aktuelle?[nrsm]?|momentan|jetzige[nrsm]?|current(?:ly)?|actuelle?|huidige?)$/,
    /^(?:wunsch\w*|gewunschte?[nrsm]?|wish|wished|desired|souhaite\w*|gewenste?)$/,
  ],
];

const otherPerson =
  /^(?:kind(?:es|er|ern)?|baby|sohn(?:es)?|tochter|partners?|partnerin|ehemann(?:es)?|ehefrau|mutter|vaters?|eltern|begleitung|begleitperson|notfallkontakt|child(?:ren)?|kids?|son|daughter|spouse|husband|wife|mother|father|parents?|enfants?|fils|fille|conjoint|epoux|zoon|dochter|hund(?:es)?|katze|tier(?:es)?|dogs?|cats?|pets?)$/;

function isOpposite(words: readonly string[], others: readonly string[], field: readonly string[]): boolean {
  const has = (some: readonly string[], pattern: RegExp) => some.some(word => pattern.test(word));
  const isOfOther = (some: readonly string[]) => has(some, otherPerson) || has(some, emergency);
  // A field for another person may have had a question that does not name this person.
  if (isOfOther(words) !== isOfOther(others) && !(isOfOther(others) && isOfOther(field))) return true;
  return opposites.some(group => {
    const before = group.filter(each => has(words, each));
    const now = group.filter(each => has(others, each));
    return before.length > 0 && now.length > 0 && !before.some(each => now.includes(each));
  });
}

function isMeaningful(word: string): boolean {
  return word.length >= 3 && !usual.has(word);
}

/** True if a label has a word of the name of a field, or the beginning of one: "Date of birth" for `birthdate`. */
function namesField(field: string, label: readonly string[]): boolean {
  const words = wordsIn(field).filter(word => isMeaningful(word) && !ofManyFields.has(word));
  return words.some(word =>
    label.some(each => !ofManyFields.has(each) && (areAlikeWords(word, each) || meanSame(word, each))),
  );
}

const ofManyFields: ReadonlySet<string> = new Set(
  'name namen date datum day tag number nummer type typ code text field additional fields contact kontakt customer first last info'.split(
    ' ',
  ),
);

/** True for equal words, one in the other ("Fotos", "Fotoaufnahmen"), the same beginning, and a misspelling. */
function areAlikeWords(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length >= 4 && long.includes(short)) return true;
  const shared = [...short].findIndex((letter, at) => letter !== long[at]);
  return (shared === -1 ? short.length : shared) >= Math.max(4, Math.ceil(short.length * 0.6));
}

/** True for two words with which a question asks for the same. */
function meanSame(one: string, other: string): boolean {
  return sameMeanings.some(group => group.test(one) && group.test(other));
}

const emergency =
  /^(?:notfall\p{L}{0,12}|emergency|urgence|emergencias?|emergenza|urgencia|nood(?:geval|nummer|contact)?|noodsituatie|nodsituation|nodkontakt|nodsfall|veszhelyzet\p{L}*|acil|nagl\p{L}{1,6}|nouz\p{L}{0,4}|nudz\p{L}{0,4}|hata|hatatapau\p{L}*|hadaolukor\p{L}*|urgenta|urgente|hitn\p{L}{1,4}|αναγκη\p{L}?|экстренн\p{L}*|екстрен\p{L}*)$/u;

const sameMeanings: readonly RegExp[] = [
  emergency,
  // A birth.
  /^(?:geburt\p{L}*|geboren|birth\p{L}*|born|dob|geboorte\p{L}*|naissance|neele?|nascita|nato|nata|nacimiento|nacid[oa]|naciste|nacio|nascimento|nascid[oa]|nasceu|urodz\p{L}*|narozen\p{L}*|narodeni\p{L}*|szulet\p{L}*|dogum\p{L}*|dogdun\p{L}*|nascut\p{L}*|naster\p{L}*|fods\p{L}*|fodt|født|fødsel\p{L}*|fodelse\p{L}*|fodd|syntym\p{L}*|syntyn\p{L}*|sunni\p{L}*|sundinud|dzimsan\p{L}*|dzimis|dzimusi|gimim\p{L}*|gimet\p{L}*|rojst\p{L}*|rojen\p{L}*|roden\p{L}*|rođen\p{L}*|γεννη\p{L}*|рожд\p{L}*|родил\p{L}*|роден\p{L}*|народ\p{L}*)$/u,
  // A whole name. First and last names have other words.
  /^(?:names?|namen|heiss\p{L}*|called|naam|heet|nom|appel\p{L}*|nombre|llama\p{L}*|nome|chiam\p{L}*|chama\p{L}*|imie|nazywa\p{L}*|jmeno|jmenujete|meno|volate|nev|neve|hivjak|adiniz|isminiz|numele|numiti|navn|hedder|heter|namn|nimi|nimesi|vards|vardas|zovete|ονομα\p{L}*|λεγεστε|имя|зовут)$/u,
  // A mail address.
  /^(?:mails?|emails?|mail\p{L}*|email\p{L}*|correo|courriel|epost\p{L}*|eposta\p{L}*|sahkopost\p{L}*|epast\p{L}*|elpast\p{L}*|почт\p{L}*|имейл)$/u,
  /^(?:erreich\w*|kontakt\w*|reach\w*|contact\w*|joindre|bereik\w*)$/,
  /^(?:aufmerksam|gehort|erfahren|gefunden|kennen\w*|heard?|find|found|entendu|connu\w*|gevonden|gehoord)$/,
  /^(?:anmerkung\w*|bemerkung\w*|hinweis\w*|nachricht\w*|kommentar\w*|mitteil\w*|sonstig\w*|notiz\w*|remarks?|comments?|notes?|message\w*|opmerking\w*)$/,
  /^(?:beschwerden|schmerz\w*|probleme?|anliegen|complaints?|pains?|symptom\w*)$/,
  /^(?:handy\p{L}*|mobil\p{L}*|telefon\p{L}*|tel|rufnummer|phone\p{L}*|telephone|cell\p{L}*|gsm|portable|telefoon\p{L}*|movil|celular|telemovel|cellulare|komork\p{L}*|puhelin\p{L}*|kannyk\p{L}*|cep|tilefono|talrunis|τηλεφων\p{L}*|κινητο\p{L}*|телефон\p{L}*|мобил\p{L}*)$/u,
  /^(?:adress?e?\p{L}*|anschrift|wohn\p{L}*|strasse|address|live|living|woon\p{L}*|woont|habite\p{L}*|domicile|direccion|domicilio|vives?|indirizzo|abita\p{L}*|endereco|morada|mora|zamieszk\p{L}*|mieszka\p{L}*|bydlist\p{L}*|bydlisko|bydlite|lakcim\p{L}*|lakhely\p{L}*|lakik|oturuyorsunuz|locuit\p{L}*|locuiesti|locuiti|bopæl|bosted|bostad\p{L}*|osoite|osoitteenne|asut|asutte|elukoht|διευθυνσ\p{L}*|μενετε|адрес\p{L}*|живете|живёте)$/u,
  /^(?:(?:ge|zu)?send\w*|(?:ge|zu)?schick\w*|(?:ge)?schrieb\w*|schreib\w*|send\w*|write|text|envoy\w*|ecri\w*|stur\w*|schrijv\w*|invia\w*|scriv\w*|envia\w*|escrib\w*|erhalt\w*|bekomm\w*|empfang\w*|receive|get|recevoir|ontvang\w*|ricev\w*|recib\w*)$/,
  /^(?:(?:ge)?zeig\w*|veroffentlich\w*|verwend\w*|(?:ge)?nutz\w*|teil\w*|show|publish|use|share|montr\w*|publi\w*|utilis\w*|tonen|gebruik\w*)$/,
  /^(?:interess\w*|wunsch\w*|behandlung\w*|leistung\w*|service\w*|treatment\w*)$/,
];

/** Words that most questions have. */
const usual: ReadonlySet<string> = new Set(
  'bitte gerne gern auch schon mal dann noch und oder aber der die das den dem des ein eine einen einem einer eines ich wir uns sie ihr ihre ihren ihrem ihrer ihres ihnen dein deine deinen deinem deiner dir dich mir mich mein meine meinen unser unsere unseren unserem unserer mit von vom bei beim fur zum zur auf aus nach uber unter vor per ist sind war waren wird werden wurde wurden sein hat haben hast habt hatte hatten gibt gab mochten mochtest mochte wollen willst durfen darf durfte konnen kann konnten sollen soll sollten wie was wer wen wem wann wenn falls welche welcher welches welchen wieviel viel viele angeben angabe nennen sagen machen gemacht ja nein nicht kein keine optional freiwillig your you our the and for are was were have has had with what which who when where how many much please would like about does did will can could may this that any some from there yes not vous votre vos avez etes est sont que quel quelle quels quelles nous notre nos les des une pour avec dans sur souhaitez voulez oui non pas uw jouw heeft hebt bent wat welk welke wie wanneer ons onze het een van voor met wilt graag'.split(
    ' ',
  ),
);

/** Words that are in one form of address or in one version of the same question. */
const polite: ReadonlySet<string> = new Set(
  'bitte gerne gern sie ihr ihre ihren ihrem ihrer ihres du dein deine deinen deinem deiner dir dich uns wir unser unsere unseren unserem unserer der die das den dem des ein eine einen einem einer eines please your you our us we the an vous votre vos tu ton ta tes nous notre nos le la les un une des du s il te plait uw je jouw jullie ons onze wij het een de optional freiwillig'.split(
    ' ',
  ),
);
