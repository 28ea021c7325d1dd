import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { wordSet } from './record-words.ts';

/** Returns a key or a word in small letters without accents and separators. */
export const compactKey = onceForText((key: string): string =>
  (spellings(key.slice(0, longestName))[0] ?? '').replaceAll(' ', ''),
);

/** True for a compact key whose value may be the type of an event: `event`, `type`, `tipo`. */
export function isTypeKey(compact: string): boolean {
  return typeKeys.has(compact);
}

/** True for a compact key whose value is certainly the type of an event: `eventtype`, `webhooktopic`. */
export function isEventTypeKey(compact: string): boolean {
  return certainTypeKeys.has(compact);
}

/** True for a compact key whose value is the kind of a record, if the type of an event stands beside it: `objecttype`, `entity`. */
export function isRecordTypeKey(compact: string): boolean {
  return recordTypeKeys.has(compact);
}

/** True for a compact key that names an event and nothing else, although it may be a festival: `event`, `begivenhed`. */
export function isEventKey(compact: string): boolean {
  return typeKeys.has(compact) && !ofAnything.has(compact);
}

/** True for a header that contains the type of an event. */
export function isTypeHeader(name: string): boolean {
  return headerNames.test(name);
}

/** True for the key of an object in which the type of an event may be. */
export const isTypeContainer = onceForText((key: string): boolean => containers.has(`${key.toLowerCase()}.`));

const typeKeys = wordSet(
  'event type action topic trigger operation method kind hook eventtype eventname eventkind eventaction actiontype ' +
    'hookevent hooktype webhookevent webhooktype webhooktopic changetype subscriptiontype messagetype notificationtype ' +
    'messagename changeaction mutation verb événement evenement evento gebeurtenis triggertype triggerevent requesttype ereignis aktion vorgang typ ' +
    'ereignistyp ereignisart vorgangsart typeevenement typeévénement typedevenement tipo tipoevento tipodeevento evenementtype gebeurtenistype soort acción accion azione ação acao ' +
    'actie akcja akce zdarzenie typzdarzenia rodzaj rodzajzdarzenia wydarzenie operacja operación operazione operação händelse händelsetyp hændelse hendelse ' +
    'událost udalost typudalosti esemény esemenytipus olay işlem islem ' +
    'begivenhed begivenhet tapahtuma sündmus įvykis notikums dogodek događaj dogadjaj dogadaj eveniment συμβάν symvan simvan γεγονός gegonos събитие sabitie событие sobytie подія ' +
    'handling toiminto művelet acțiune radnja dejanje veiksmas ενέργεια energeia',
);
/** Those that mean nothing else: a `type` may be that of a person, and an `event` the name of a festival. */
const certainTypeKeys = wordSet(
  'eventtype eventkind eventaction actiontype hookevent hooktype webhookevent webhooktype webhooktopic changetype subscriptiontype triggertype ' +
    'triggerevent ereignistyp ereignisart typeevenement typeévénement typedevenement tipoevento tipodeevento evenementtype gebeurtenistype ' +
    'typzdarzenia rodzajzdarzenia händelsetyp typudalosti esemenytipus',
);
/** Those that many other things have too. */
const ofAnything = wordSet(
  'type typ tipo kind soort rodzaj method verb operation operacja operación operazione operação action topic aktion vorgang acción accion azione ação acao ' +
    'actie akcja akce işlem islem messagetype handling toiminto művelet acțiune radnja dejanje veiksmas ενέργεια energeia',
);
const recordTypeKeys = wordSet(
  'object objecttype objectkind objectname entity entitytype entityname record recordtype recordkind resource resourcetype resourcename model modelname ' +
    'module modulename objekt objekttyp datensatz datensatztyp typeobjet typedobjet tipooggetto tipodeobjeto tipoobjeto objecttypename',
);
const containers: ReadonlySet<string> = new Set([
  ...['event.', 'data.', 'payload.', 'meta.', 'hook.', 'webhook.', 'info.', 'body.', 'action.'],
]);
const headerNames = /(?:^|-)(?:topic|event|event-type|event-key|action)$/;
const longestName = 80;
