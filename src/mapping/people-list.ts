import { normalized } from '../diagnostics/composed.ts';

/** The key of a list of people in a path, if it has one: `attendees` in `order.attendees.answers`. */
export interface PeopleList {
  /** The steps to the list. */
  readonly steps: readonly string[];
  /** True if its name says that these are not the customer: `guests`. */
  readonly areOthers: boolean;
}

/** Returns the list of people that a path leads through. The last step is a value, such as a number of guests. */
export function peopleListIn(steps: readonly string[]): PeopleList | undefined {
  const at = steps.slice(0, -1).findIndex(arePeople);
  if (at === -1) return undefined;
  return { steps: steps.slice(0, at + 1), areOthers: others.test(plainKey(steps[at] ?? '')) };
}

const others =
  /^(?:(?:event|additional|other|further|weitere)?(?:guests|gaste|gasten|ospiti|huespedes|invites|passengers|passagiere|passagiers|companions|begleit(?:er|ung|personen|erinnen))|(?:additional|other|further|weitere)(?:attendees|participants|people|persons|personen|teilnehmer|kunden|clients|customers)|children|kinder|kinderen|enfants|familymembers|dependents|angehorige)$/;
const people =
  /^(?:(?:event|all|alle)?(?:attendees|participants|registrants|travell?ers|visitors|teilnehmer(?:innen|innenundteilnehmer|liste)?|teilnehmende|mitreisende|reisende|besucher(?:innen)?|deelnemers|bezoekers|reizigers|participantes?|voyageurs|asistentes|partecipanti|invitees|players|people|persons|personen))$/;

/** True for a key that names a list of people. */
export function arePeople(key: string): boolean {
  const name = plainKey(key);
  return others.test(name) || people.test(name);
}

/** True for the name of a field about companions or relatives: "Geburtstag des Kindes". */
export function nameOthers(name: string): boolean {
  return aboutOthers.test(plainKey(name));
}

const aboutOthers =
  /guest|gast|begleit|companion|attendee|teilnehm|participant|passenger|child|kind(?:er|es|$)|partner|famil|person(?:en|s)$/;

/** Returns a key in small letters, without accents and signs. */
export function plainKey(key: string): string {
  return normalized(key, 'NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}

/** True if the link or the number of a customer stands in the same list. */
export function isInList(subject: readonly (readonly string[])[], { steps }: PeopleList): boolean {
  return subject.some(path => steps.every((step, at) => step === path[at]));
}
