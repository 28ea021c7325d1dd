import { endingWords } from './ending-words.ts';
import { compactKey, isTypeKey } from './event-type-keys.ts';
import { wordSet } from './record-words.ts';

/** How a value says that a record is over: by a flag, by a time, or by a word such as "refunded". */
export type EndKind = 'flag' | 'time' | 'state';

/**
 * Returns how a value says that its record was canceled, refunded or is over; undefined for other values. The key may have
 * another meaning at a sender, so the samples of a mapping decide too.
 */
export function endKind(key: string, value: unknown): EndKind | undefined {
  const name = compactKey(key);
  if (isTrue(value)) return flags.has(name) ? 'flag' : undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (isMoment(value)) return times.has(name) ? 'time' : undefined;
  const isState =
    typeof value === 'string' && value.length <= longest && (isStateKey(key) || isTypeKey(name));
  return isState && isEnded(value) ? 'state' : undefined;
}

/** True for a key whose values are the states of a record: `status`, `Bestellstatus`. */
export function isStateKey(key: string): boolean {
  return stateKeys.test(compactKey(key));
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && yes.has(value.trim().toLowerCase()));
}

/** A day, or the seconds or milliseconds of one. */
function isMoment(value: string | number): boolean {
  return typeof value === 'number' ? value > 1e9 : moment.test(value) && !value.startsWith('0000');
}

/** True for a state of which a word says the end, unless another word denies it: "not cancelled", "partially_refunded". */
export function isEnded(value: string): boolean {
  if (states.has(compactKey(value))) return true;
  const words = value.split(/[^\p{L}]+/u).map(compactKey);
  return !words.some(each => denials.has(each)) && words.some(each => states.has(each));
}

/** True for a state that says for certain that something was canceled, whatever else the key may mean at a sender. */
export function isCanceledState(value: unknown): boolean {
  if (typeof value !== 'string' || !isEnded(value)) return false;
  return (
    compactKey(value) === 'noshow' || value.split(/[^\p{L}]+/u).some(each => canceled.has(compactKey(each)))
  );
}

const longest = 40;
const moment = /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./] ?\d{1,2}[./] ?\d{4}|\d{10}(?:\d{3})?$)/;
const yes = wordSet('true 1 yes y ja j oui si sim sí tak ano evet on x');
const flags = wordSet(
  'cancelled canceled iscancelled iscanceled wascancelled wascanceled storniert iststorniert storno abgesagt istabgesagt wurdestorniert ' +
    'annulé annulée estannulé annulliert annullato annullata annulato cancelado cancelada anulado anulada anulowany anulowane odwołany ' +
    'odwołane geannuleerd isgeannuleerd aflyst avlyst avbokad zrušeno voided isvoid isvoided refunded isrefunded wasrefunded erstattet rückerstattet ' +
    'remboursé terugbetaald noshow isnoshow wasnoshow abwesend nichterschienen gefehlt absent isabsent wasabsent afwezig ausente assente nieobecny ' +
    'deleted isdeleted gelöscht istgelöscht archived isarchived archiviert verwijderd supprimé eliminado eliminato usunięty terminated isterminated',
);
const times = wordSet(
  'cancelledat canceledat cancelledon canceledon cancelledtime canceledtime canceltime cancelleddate canceleddate cancellationdate storniertam ' +
    'storniertum stornodatum stornierung stornierungsdatum abgesagtam absagedatum annuléle dateannulation geannuleerdop refundedat refundedon refunddate ' +
    'erstattetam rückerstattetam voidedat noshowat deletedat deletedon gelöschtam archivedat trashedat',
);
const stateKeys =
  /^(?:state|stan|stav|estado|stato|durum|tila|stanje|zustand|allapot)$|(?:status|statut|statuscode|zustand)$/;
const states = wordSet(
  'cancel cancelled canceled cancellation refunded refund voided void chargeback reversed returned rejected declined expired terminated failed ' +
    'storniert storno stornierung abgesagt absage annulliert annullierung erstattet rückerstattet zurückerstattet rückgabe abgelehnt abgelaufen fehlgeschlagen abwesend gefehlt ' +
    'nichterschienen noshow absent missed deleted gelöscht trash trashed archived archiviert widerrufen ausgetreten ' +
    'annulé annulée remboursé remboursée expiré refusé geannuleerd terugbetaald verlopen afwezig afgezegd cancelado cancelada reembolsado ' +
    'reembolsada anulado anulada ausente annullato annullata rimborsato rimborsata assente anulowany anulowana anulowane zwrócony odwołany nieobecny ' +
    'aflyst avlyst refunderet avbokad återbetald zrušeno zrušen vráceno iptal iade',
);
const refusals = wordSet('rejected declined abgelehnt');
const canceled: ReadonlySet<string> = new Set(
  [...states].filter(each => endingWords.cancellations.has(each) && !refusals.has(each)),
);
const denials = wordSet(
  'not nicht non un kein never no niet nie não pas ne partially partial teilweise partiellement gedeeltelijk',
);
