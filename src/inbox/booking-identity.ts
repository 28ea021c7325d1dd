import { trimmedText } from '../diagnostics/trimmed-text.ts';
import type { PersistCustomerData } from './call.ts';

/** Returns the identity of a call's booking. Its identifiers are trimmed and have one Unicode form. */
export interface BookingIdentity {
  readonly appointment: string;
  /** Undefined if the call has none, or an empty one. */
  readonly participant: string | undefined;
}

/** The identity of a booking. */
export function identityOf(booking: PersistCustomerData): BookingIdentity {
  const participant = trimmedText(booking.appointmentParticipantId?.text ?? '');
  return {
    appointment: trimmedText(booking.appointmentId.text),
    participant: participant === '' ? undefined : participant,
  };
}

/** The maximum length of a parsed URL, because parsing the host takes quadratic time. */
const longestUrl = 2_000;

/** Returns the path segments of a response's URL, as received and decoded, each trimmed (API document 2.1). */
export function segmentsOf(url: string): ReadonlySet<string> {
  const read = url.length > longestUrl ? null : URL.parse(url, 'https://relative.invalid');
  const path = read?.pathname ?? '';
  const texts = path.split('/').flatMap(segment => [segment, decoded(segment)]);
  return new Set(texts.map(trimmedText).filter(text => text !== ''));
}

/**
 * Returns the texts in a response's URL that may be the participant of a booking (API document 2.1). Undefined if
 * there is no URL, or if it contains nothing but the appointment.
 */
export function namedParticipants(
  { appointment }: BookingIdentity,
  url: string | undefined,
): readonly string[] | undefined {
  const segments = url === undefined ? [] : [...segmentsOf(url)].filter(text => text !== appointment);
  return segments.length === 0 ? undefined : segments;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
