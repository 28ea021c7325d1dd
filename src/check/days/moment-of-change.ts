import { spellings } from '../../diagnostics/spellings.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { readTime } from '../../receive/events/read-time.ts';
import { otherSubject } from '../names/other-subject.ts';

/** A time in a payload at which the sender says that the record was changed. */
export interface MomentOfChange {
  /** The expression for its value. */
  readonly expression: string;
  /** The keys above it, the outermost first. */
  readonly above: readonly string[];
  /** True if the name is that of an event, such as `occurred_at`. The event may have changed values only. */
  readonly isOfEvent: boolean;
}

/**
 * Returns the moments of change in a payload, such as `updated_at` and `contact.lastModified`, the outermost first.
 * The name must mean a change of the whole record, or the time of an event that names such a change beside it, and the
 * value must be a time that `occurredAt` of a source can read. The time at which a record was made is no moment of
 * change, and neither is a day without a time.
 */
export function momentsOfChange(payload: unknown): readonly MomentOfChange[] {
  return below(payload, []);
}

/**
 * Returns the moment of change for `occurredAt` of a source: that of the event or of the customer. Undefined if there is
 * only that of another object.
 */
export function momentOfEvent(payload: unknown): MomentOfChange | undefined {
  return momentsOfChange(payload).find(({ above }) => above.every(key => holders.test(key)));
}

const holders =
  /^(?:data|payload|body|event|record|object|resource|item|entity|result|current|after|properties|attributes|fields|details|(?:contact|customer|client|kunde|person|patient|lead|profile|subscriber|member|kontakt)(?:_?data|_?daten)?)$/i;

const deepest = 6;

function below(value: unknown, above: readonly string[]): readonly MomentOfChange[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  if (above.length > deepest) return [];
  const entries = Object.entries(value);
  const isEvent = entries.some(([key, each]) => kindsOfEvents.test(key) && isEventOfRecord(each));
  const own = entries.flatMap(([key, each]) => {
    const isOfEvent = /^occurred/i.test(key) || (isEvent && timesOfEvents.test(key));
    return (isOfEvent || isOfChange(key)) && isMoment(each) && !isOfOthers(key, above)
      ? [{ expression: pathText([...above, key]), above, isOfEvent }]
      : [];
  });
  return [...own, ...entries.flatMap(([key, each]) => below(each, [...above, key]))];
}

/** Keys whose value names the kind of an event: `{"event": "contact.updated", "timestamp": …}`. */
const kindsOfEvents =
  /^(?:(?:event|webhook|trigger|message)(?:[_-]?(?:type|name|kind))?|type|action|topic|kind|ereignis(?:typ|art)?|aktion|(?:é|e)v(?:é|e)nement|gebeurtenis|tipo(?:_?evento)?|evento|acci(?:ó|o)n|azione|zdarzenie|akcja|h(?:ä|a)ndelse|hændelse|ud(?:á|a)lost)$/i;
/** Keys of the time of an event, if its kind is named beside. A time of sending is new at each repetition. */
const timesOfEvents =
  /^(?:(?:event|ereignis)?[_-]?(?:timestamp|time|datetime|date|at|ts|zeit|zeitpunkt|zeitstempel|datum)|created(?:[_-]?(?:at|on))?|horodatage|tijdstip|fecha(?:_?hora)?|dataora|data_?hora|momento|czas|tidpunkt|tidspunkt)$/i;
/** The words for what happened to a record, in the value of a kind: `kontakt.geaendert`, `CustomerUpdated`. */
const eventsOfRecords =
  /updat|chang|modif|edit|creat|delet|upsert|sav(?:e|ed)\b|(?:ge|ver)(?:ä|ae)nder|(?:ä|ae)nderung|aktualisier|bearbeitet|angelegt|erstellt|gel(?:ö|oe)scht|gespeichert|gewijzigd|bijgewerkt|aangemaakt|verwijderd|zmien|zmian|zaktualiz|utworz|usuni|actualiz|atualiz|aggiorn|elimin|(?:^|[._ -])(?:alta|baja)(?:$|[._ -])/i;

function isEventOfRecord(kind: unknown): boolean {
  return typeof kind === 'string' && kind.length <= longestKind && eventsOfRecords.test(kind);
}

/** A longer text is a message to people. */
const longestKind = 80;

function isOfChange(key: string): boolean {
  return spellings(key).some(name => {
    const whole = name.replaceAll(' ', '');
    return [whole, whole.replace(records, '').replace(zones, '')].some(each => ofChange.test(each));
  });
}

const records =
  /^(?:contact|customer|client|kunden?|person|record|profile|patient(?:en)?|member|system|datensatz)/;
const zones = /(?:gmt|utc|ts|ms|unix|iso)$/;
/** Names in which the whole key means the last change; `email_updated_at` is the change of one value. */
const ofChange =
  /^(?:(?:last)?(?:updated|modified|changed|edited)(?:at|on|date|time|datetime|timestamp)?|last(?:update|modification|change|edit)(?:date|time|at|on|timestamp)?|(?:update|modification|change)(?:date|time|timestamp)|(?:date|time)(?:of)?(?:last)?(?:updated?|modified|changed?|modification)|writedate|modstamp|occurred(?:at|on)|(?:zuletzt)?(?:gea?e?ndert|aktualisiert|bearbeitet)(?:am|um|datum|zeit)?|letzte(?:ae?nderung|aktualisierung)(?:am|datum|zeit)?|(?:ae?nderungs|aktualisierungs)(?:datum|zeit|zeitpunkt)|(?:laatst)?(?:gewijzigd|bijgewerkt)(?:op)?|wijzigingsdatum|(?:datede)?(?:derniere)?modification|modifiele|misajourle)$/;

/** 2000-01-01: a smaller number is a count or an id. */
const earliest = 946_684_800_000;
/** 2100-01-01, since the clock of a sender may be wrong, and samples are from any time. */
const latest = 4_102_444_800_000;

function isMoment(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value).trim();
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = readTime(text, 'any');
  return time !== undefined && time >= earliest && time <= latest;
}

/** True below a key for earlier values or for somebody else: `previous.updated_at`, `owner.updated_at`. */
function isOfOthers(key: string, above: readonly string[]): boolean {
  return otherSubject({ names: [key], above }, { names: [key], type: 'text' }) !== undefined;
}
