import { composedText } from '../../diagnostics/composed.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import { type Call, type Link, withoutZeros } from '../call.ts';
import type { Linked } from '../claim.ts';

/** Describes a removed link for the audit log, without its id and its number. */
export function removedLinkWords({ people }: Link, destination: string): string {
  return `a link of ${people} at ${destination}`;
}

/** Describes stored links for the audit log, without their ids and numbers. */
export function linksWords({ people }: Pick<Link, 'people'>, destination: string): string {
  return `links of ${people} at ${destination}`;
}

/** The change of a link's lane when the customer number of the link becomes known. */
export type LaneJoin =
  | { readonly kind: 'none' }
  /** The lane becomes the lane of the number. */
  | { readonly kind: 'rename'; readonly from: number }
  /**
   * Its calls move into the lane of the number, finished ones too, because they show which values are newer. The
   * queued calls of both lanes count as out of order, because a newer delivered call may now be before them.
   */
  | { readonly kind: 'merge'; readonly from: number; readonly into: number };

/** Decides how the lanes of a link and of its number become one. */
export function laneJoin(lanes: {
  readonly ofLink: number | undefined;
  readonly ofNumber: number | undefined;
}): LaneJoin {
  const { ofLink: from, ofNumber: into } = lanes;
  if (from === undefined) return { kind: 'none' };
  return into === undefined ? { kind: 'rename', from } : { kind: 'merge', from, into };
}

/**
 * Decides the change of a link that may already have a number, by a person. `replace`: the new number replaces another
 * one.
 */
export function linkChange(
  known: string | undefined,
  customerId: string,
  mode: 'replace' | 'add',
): 'nothing' | 'write' | 'refused' {
  if (known === customerId) return 'nothing';
  return mode === 'add' && known !== undefined ? 'refused' : 'write';
}

/** A link as it is stored. */
export interface KnownLink {
  readonly customerId: string;
  /**
   * The id of an event that was delivered for another customer, although the link may be shared by several people. The
   * link then stands for nobody until a person decides.
   */
  readonly sharedSince: string | null;
}

/**
 * Returns the effect of a delivered call on its link. `outdated`: the call took its number from the link, which stands
 * for another customer by now. `other`: the call was delivered for another customer, so `otherCustomer` decides.
 */
export function linkEffect(
  known: KnownLink | undefined,
  { customerId, isKnown = false }: Linked,
): 'nothing' | 'write' | 'outdated' | 'other' {
  if (known === undefined) return isKnown ? 'nothing' : 'write';
  const isSame = withoutZeros(known.customerId) === withoutZeros(customerId);
  if (isKnown) return isSame && known.sharedSince === null ? 'nothing' : 'outdated';
  return isSame || known.sharedSince !== null ? 'nothing' : 'other';
}

/** A delivered call for another customer than that of its link. */
export interface OtherCustomer {
  readonly linked: Linked;
  readonly known: KnownLink;
  readonly call: Call;
  /** The bookings that were delivered for the customer of the link, the newest first. */
  readonly earlier: readonly Call[];
}

/**
 * Decides whether a link moves to another customer, or is shared by two. The id of a CRM is one person, whose record in
 * the calendar was merged or made twice. An e-mail address or phone number may belong to a family, so it moves only if
 * the first names of both bookings are equal. Different first names are always two people.
 */
export function otherCustomer({ linked, known, call, earlier }: OtherCustomer): {
  readonly moves: boolean;
  readonly diagnostic: Diagnostic;
} {
  const { link, customerId } = linked;
  const isSame = isSamePerson(call, earlier);
  const said = `the link ${shown(link.id)} stood for customer ${known.customerId}, and this event was delivered for customer ${customerId}`;
  if (isSame ?? !isAddress(link.id)) {
    const message = `${said}, for whom the link stands from now on`;
    const hint = `if ${known.customerId} is right, import the link with that number (fieldbridge links import --replace)`;
    return { moves: true, diagnostic: diagnostic('call/link-replaced', message, { hint }) };
  }
  const message = `${said}: two people seem to share the link, so it stands for neither of them now`;
  return { moves: false, diagnostic: diagnostic('call/shared-link', message, { hint: sharedLinkHint }) };
}

/** The next steps for a link that several people share. */
export const sharedLinkHint =
  'if it is one person, import the link with the right number (fieldbridge links import); if people share it, add a part to `link` of the mapping that tells them apart, such as the first name, and import the links of all people again with that part, since a link that is known without it is not found any more';

/** Returns the warning of a delivered call that took an outdated number from its link. */
export function outdatedNumber({ link, customerId }: Linked, known: KnownLink): Diagnostic {
  const now =
    known.sharedSince === null
      ? `it stands for customer ${known.customerId} now`
      : 'two people seem to share it by now';
  const message = `it was sent to customer ${customerId}, for whom the link ${shown(link.id)} stood when the event was planned; ${now}`;
  const hint = `look at customer ${customerId} in the calendar; to send it to the right customer, replay the event with --again`;
  return diagnostic('call/outdated-link', message, { hint });
}

/** True for an e-mail address or a phone number, which people may share. Other ids are those of one person. */
function isAddress(id: string): boolean {
  return id.includes('@') || (/^[+0][\d\s()/.-]+$/.test(id) && id.replaceAll(/\D/g, '').length >= 7);
}

/** Compares the first names, or the names, of bookings; undefined if they are not known. */
function isSamePerson(call: Call, earlier: readonly Call[]): boolean | undefined {
  const name = nameIn(call);
  if (name === undefined) return undefined;
  const known = earlier.flatMap(each => nameIn(each) ?? []).filter(({ kind }) => kind === name.kind);
  if (known.some(({ text }) => text === name.text)) return name.kind === 'first' ? true : undefined;
  return known.length > 0 ? false : undefined;
}

/** The same family has the same last name, so an equal last name alone shows nothing. */
function nameIn(call: Call): { readonly kind: 'first' | 'last'; readonly text: string } | undefined {
  if (call.operation !== 'persistCustomerData' || !('details' in call.customer)) return undefined;
  const { firstName, name } = call.customer.details;
  if (firstName) return { kind: 'first', text: plain(firstName.text) };
  return name && { kind: 'last', text: plain(name.text) };
}

function plain(name: string): string {
  return composedText(name).trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
