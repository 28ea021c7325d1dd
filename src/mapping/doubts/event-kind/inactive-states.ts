import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { compactKey } from './event-type-keys.ts';
import { wordSet } from './record-words.ts';

/**
 * The certainty with which a value says that its record is not active, not valid or not complete: `surely` by itself, `unlike` if the
 * record of a sample is active there.
 */
export type Inactivity = 'surely' | 'unlike';

/** Returns how certainly a value of a key says so; undefined for other values. `isStateKey`: its values are states in words. */
export function inactivity(
  key: string,
  value: unknown,
  { isStateKey }: { readonly isStateKey: boolean },
): Inactivity | undefined {
  if (isFalse(value)) {
    const name = compactKey(key);
    if (surelyPositive.has(name)) return 'surely';
    return positive.has(name) ? 'unlike' : undefined;
  }
  return isStateKey && typeof value === 'string' && value.length <= longest ? ofState(value) : undefined;
}

/** True for a value of a sample that says that its record is active: true, or a word such as "aktiv". */
export function isActive(value: unknown): boolean {
  if (value === true || value === 1) return true;
  if (typeof value !== 'string' || value.length > longest) return false;
  return yes.has(value.trim().toLowerCase()) || isActiveState(value);
}

const longest = 40;

function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && no.has(value.trim().toLowerCase()));
}

const isActiveState = onceForText((value: string): boolean => {
  const words = value.split(/[^\p{L}]+/u).map(compactKey);
  return words.some(word => activeStems.test(word) || members.has(word)) && ofState(value) === undefined;
});

/** The states of records are few words, which come again and again. */
const ofState = onceForText((value: string): Inactivity | undefined => {
  const words = value
    .split(/[^\p{L}]+/u)
    .map(compactKey)
    .filter(word => word !== '');
  const [first = ''] = words;
  const isOpposite =
    words.some(word => negated.test(word)) ||
    (negations.has(first) && words.slice(1).some(word => activeStems.test(word) || members.has(word)));
  if (isOpposite) return 'unlike';
  if (negations.has(first)) return undefined;
  if (words.some(word => terminations.has(word))) return 'surely';
  return words.some(word => stops.has(word)) ? 'unlike' : undefined;
});

const activeStems =
  /^(?:activ|aktiv|aktyw|actief|actiev|actif|attiv|ativ|active|enabled|valid|gultig|gueltig|geldig|valable|laufend|running|current|bestehend|aangemeld)/;
const members = wordSet(
  'mitglied angemeldet member enrolled eingeschrieben lid membre inscrit inscrite iscritto iscritta socio miembro live ' +
    'zapisany czynny zapsán medlem',
);
/** The opposite of such a word in one word: "inaktiv", "deactivated", "ungültig". */
const negated =
  /^(?:in|un|non|nicht|not|nie|ne|de|dis|des|dés|ent|neaktivn)?(?:in|un|non|nicht|not|nie|ne|de|dis|des)(?:activ|aktiv|aktyw|actief|actiev|actif|attiv|ativ|abled|enabled|valid|gultig|gueltig|geldig)/;
const negations = wordSet('not nicht non un kein keine no never niet nie não pas ne inte ikke ei');
const terminations = wordSet(
  'gekündigt gekuendigt kündigung kuendigung opgezegd opzegging uitgeschreven résilié résiliée résiliation désinscrit désinscrite ' +
    'disdetto disdetta recesso rescindido rescindida baja wypowiedziany wypowiedziana uppsagd opsagt oppsagt vypovězeno felmondva',
);
/** Words that say it only of a record that may also be active. */
const stops = wordSet(
  'pausiert pause paused suspended suspendiert ausgesetzt stillgelegt ruhend ruht gesperrt blockiert blocked locked frozen eingefroren onhold hold ' +
    'beendet ended ausgelaufen geschlossen closed finished abgeschlossen ehemalig ehemalige ehemaliger former ex left lapsed dormant ausgeschieden ausgetreten ' +
    'abgemeldet verlassen weggezogen verzogen passiv passive resigned quit dropped exmatrikuliert inaktivität deaktiviert disabled ' +
    'entzogen erloschen abgelaufen expired outdated obsolete veraltet zurückgestellt unterbrochen interrupted ' +
    'gepauzeerd opgeschort beëindigd geblokkeerd gestopt suspendu suspendue bloqué bloquée terminé terminée clos ancien ancienne sospeso sospesa bloccato bloccata chiuso ' +
    'terminato suspendido suspendida pausado pausada bloqueado bloqueada terminado cerrado antiguo suspenso encerrado zawieszony zawieszona zablokowany zakończony były ' +
    'pozastaveno pozastaven zablokován ukončeno ukončen pausad avslutad spärrad avsluttet afsluttet sperret szüneteltetve lezárt askıda',
);
/** Flags of a record that is as the sender has it usually. */
const surelyPositive = wordSet(
  'active isactive aktiv istaktiv enabled isenabled isvalid istgültig iscompleted iscomplete isfinished issubmitted attended hasattended showedup erschienen isterschienen ' +
    'actief isactief actif estactif attivo attiva activo activa estaactivo aktywny aktywna ismember istmitglied isenrolled',
);
const positive = wordSet(
  'valid gültig complete completed finished submitted vollständig abgeschlossen member mitglied enrolled eingeschrieben current running laufend live present anwesend ' +
    'published veröffentlicht approved genehmigt geldig valable membre lid voltooid terminé completo',
);
const no = wordSet('false 0 no nein n off nee non não nie ne hayır nem nej nei');
const yes = wordSet('true 1 yes y ja j oui si sim sí tak ano evet on x');
