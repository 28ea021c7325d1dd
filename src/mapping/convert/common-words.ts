import { spellings } from '../../diagnostics/spellings.ts';
import { genderMeant } from './gender-meant.ts';

/**
 * The words of usual answers by their meaning, in German, English, French, Italian, Dutch and Spanish, in plain letters. Each
 * entry lists meanings of which only one can be right: a table that gives "weiblich" for "male" is wrong whatever the form is.
 */
const kinds: readonly (readonly string[])[] = [
  // Gender
  [
    'weiblich frau female woman femme feminin donna femminile vrouw vrouwelijk mujer femenino',
    'mannlich mann male man homme masculin uomo maschile maschio mannelijk hombre masculino',
    'divers diverse nonbinary nichtbinar',
  ],
  // Time of day
  [
    'morgens vormittag vormittags fruh morning mornings matin mattina mattino ochtend ochtends',
    'mittag mittags noon midday midi mezzogiorno',
    'nachmittag nachmittags afternoon afternoons pomeriggio namiddag',
    'abend abends evening evenings soir sera avond avonds',
    'nachts night nights nuit notte nacht noche',
  ],
  // Means of contact
  [
    'telefon telefonisch telefonanruf anruf anrufen phone call telephone appel telefono telefonata telefoon bellen llamada',
    'sms textnachricht kurznachricht texto',
    'email emails mailadresse courriel',
    'brief post postalisch letter courrier lettre lettera posta',
    'whatsapp',
  ],
  // Frequency
  [
    'nie niemals never jamais mai nooit nunca',
    'selten rarely seldom rarement raramente zelden',
    'manchmal gelegentlich sometimes occasionally parfois soms',
    'oft haufig often souvent spesso vaak',
    'taglich daily quotidiennement quotidien giornaliero dagelijks diario',
  ],
  [
    'wochentlich weekly hebdomadaire settimanale wekelijks semanal',
    'monatlich monthly mensuel mensile maandelijks mensual',
    'jahrlich yearly annual annuel annuale jaarlijks anual',
  ],
  // Days of the week
  [
    'montag montags monday lundi lunedi maandag lunes',
    'dienstag dienstags tuesday mardi martedi dinsdag martes',
    'mittwoch mittwochs wednesday mercredi mercoledi woensdag miercoles',
    'donnerstag donnerstags thursday jeudi giovedi donderdag jueves',
    'freitag freitags friday vendredi venerdi vrijdag viernes',
    'samstag samstags sonnabend saturday samedi sabato zaterdag sabado',
    'sonntag sonntags sunday dimanche domenica zondag domingo',
  ],
  // Animals
  [
    'hund hunde dog dogs chien cane hond perro',
    'katze katzen kater cat cats chat gatto kat poes gato',
    'pferd pferde horse cheval cavallo paard caballo',
    'kaninchen rabbit lapin coniglio konijn conejo',
    'vogel vogel bird oiseau uccello pajaro',
    'hamster',
  ],
  // Parts of the body
  [
    'schulter shoulder epaule spalla schouder hombro',
    'nacken neck nuque collo nek cuello',
    'rucken back dos schiena rug espalda',
    'knie knee genou ginocchio rodilla',
    'hufte hip hanche anca heup cadera',
    'fuss foot feet pied piede voet pie',
    'hand main mano',
    'ellbogen ellenbogen elbow coude gomito elleboog codo',
    'kopf head tete testa hoofd cabeza',
    'bein leg jambe gamba been pierna',
    'arm bras braccio brazo',
    'bauch belly abdomen ventre pancia buik',
  ],
  // Customers
  [
    'neu neue neuer neukunde neukundin neupatient neupatientin neumitglied new nouveau nouvelle nuovo nuova nieuw nieuwe nuevo nueva',
    'bestandskunde bestandskundin bestandspatient stammkunde stammkundin stammpatient existing returning bestaand bestaande',
  ],
  // Payment and insurance
  [
    'privat privatpatient privatpatientin privatversichert privatversicherung pkv private prive privee privato privata particulier',
    'gesetzlich gesetzliche kassenpatient kassenpatientin kasse gkv pflichtversichert statutory public publique pubblica publica',
  ],
  // State
  [
    'aktiv aktive aktiver active actif actives attivo activo actief',
    'inaktiv inaktive inaktiver inactive inactif inattivo inactivo inactief',
  ],
  // Colours
  [
    'blond blonde biondo rubio',
    'braun brown brun brune marrone castano bruin castano',
    'schwarz black noir noire nero nera zwart negro',
    'rot red rouge rosso rossa rood rojo',
    'grau gray grey gris grigio grijs',
    'weiss white blanc blanche bianco bianca wit blanco',
    'blau blue bleu bleue blu blauw azul',
    'grun green vert verte verde groen',
    'gelb yellow jaune giallo geel amarillo',
  ],
  // Instruments
  [
    'klavier piano pianoforte',
    'gitarre guitar guitare chitarra gitaar guitarra',
    'geige violine violin violon violino viool',
    'schlagzeug drums batterie batteria drumstel bateria',
    'flote blockflote querflote flute flauto fluit flauta',
    'cello violoncelle violoncello',
    'gesang singen singing voice vocals chant canto zang',
    'trompete trumpet trompette tromba trompet trompeta',
  ],
  // Skin and hair
  [
    'trocken trockene dry seche sec secca droog droge seca',
    'fettig fettige olig oily greasy grasse gras grassa vet vettig grasa',
    'mischhaut combination mixte mista gemengd mixta',
    'empfindlich empfindliche sensibel sensitive sensible sensibile gevoelig',
  ],
  [
    'glatt straight lisse liscio steil liso',
    'lockig curly boucle riccio krullend rizado',
    'wellig wavy ondule mosso',
  ],
  // Sizes and levels
  [
    'klein kleine small petit petite piccolo piccola pequeno',
    'mittel mittlere medium moyen moyenne medio media middel mediano',
    'gross grosse large grand grande groot grote',
  ],
  [
    'anfanger anfangerin einsteiger beginner debutant debutante principiante beginnend',
    'fortgeschritten fortgeschrittene fortgeschrittener advanced avance avancee avanzato avanzado gevorderd gevorderde',
  ],
  // Family
  [
    'mutter mother mere madre moeder',
    'vater father pere padre vader',
    'tochter daughter fille figlia dochter hija',
    'sohn son fils figlio zoon hijo',
    'grossmutter oma grandmother grandmere nonna abuela',
    'grossvater opa grandfather grandpere nonno abuelo',
  ],
  [
    'ledig single unmarried celibataire celibe nubile ongehuwd soltero soltera',
    'verheiratet married marie mariee sposato sposata getrouwd gehuwd casado casada',
    'geschieden divorced divorce divorcee divorziato divorziata gescheiden divorciado divorciada',
    'verwitwet widowed veuf veuve vedovo vedova weduwe weduwnaar viudo viuda',
  ],
];

/** A usual meaning: the number of its kind, and its number there. */
interface Meaning {
  readonly kind: number;
  readonly meaning: number;
}

const meanings: ReadonlyMap<string, readonly Meaning[]> = Map.groupBy(
  kinds.flatMap((all, kind) =>
    all.flatMap((words, meaning) => words.split(' ').map(word => ({ word, kind, meaning }))),
  ),
  ({ word }) => word,
);

/**
 * Returns how the usual words of two short texts are to each other: `same` and `other` if both have one meaning of the same
 * kind ("female" and "weiblich", "male" and "weiblich"); undefined if one of them has none, several, or further words.
 */
export function compareUsualWords(one: string, other: string): 'same' | 'other' | undefined {
  const [first, second] = [usualMeanings(one), usualMeanings(other)];
  const shared = first.flatMap(each => {
    const found = second.find(({ kind }) => kind === each.kind);
    return found ? [each.meaning === found.meaning] : [];
  });
  // A word may have several meanings: "back" is a part of the body and a side.
  if (shared.length === 0 || new Set(shared).size > 1) return undefined;
  return shared[0] ? 'same' : 'other';
}

/**
 * True if two short texts are different words of one meaning: "PKV" and "privat versichert", `w` and `Frau`. False for two
 * spellings of one word.
 */
export function areSynonyms(one: string, other: string): boolean {
  if (one.length > longest || other.length > longest) return false;
  if (compareUsualWords(one, other) === 'same') return !areForms(one, other);
  const [gender, otherGender] = [one, other].map(each =>
    /[\s./]\S/.test(each) ? undefined : genderMeant(each),
  );
  return gender !== undefined && gender === otherGender && genders.has(gender);
}

/** True for two forms of one word, which may be of two people: "soltero" and "soltera". */
function areForms(one: string, other: string): boolean {
  return one.length === other.length && one.slice(0, -1).toLowerCase() === other.slice(0, -1).toLowerCase();
}

const genders: ReadonlySet<string> = new Set(['FEMALE', 'MALE']);

function usualMeanings(text: string): readonly Meaning[] {
  if (text.length > longest) return [];
  const words = wordsOfChoice(text.replace(/\be-?mails?\b/gi, 'email'));
  const [word, ...others] = words.length > 1 ? words.filter(each => !insured.test(each)) : words;
  return word === undefined || others.length > 0 ? [] : (meanings.get(word) ?? []);
}

/** Words beside the kind of an insurance: "gesetzlich versichert", "private Krankenversicherung". */
const insured = /^(?:kranken)?(?:versichert\w*|versicherung\w*|kasse|patient(?:in)?|insured|insurance)$/;

/** Returns the words of a text in plain letters, without single letters. */
export function wordsOfChoice(text: string): readonly string[] {
  // A Turkish letter that few keyboards have.
  return (spellings(text)[0] ?? '')
    .replaceAll('ı', 'i')
    .split(' ')
    .filter(word => word.length > 1 || /\d/.test(word));
}

const longest = 30;
