import { trimmedText } from '../diagnostics/trimmed-text.ts';
import type { PersistCustomerData } from './call.ts';

/** The identity of a call's booking. Its identifiers are trimmed and composed. */
export interface BookingIdentity {
  readonly appointment: string;
  /** Undefined where the call names none, or an empty one. */
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

/** To read the host of a longer one takes a time by the square. */
const longestUrl = 2_000;

/** The path segments of the url of an answer, as they are and decoded, each trimmed (API document 2.1). */
export function segmentsOf(url: string): ReadonlySet<string> {
  const read = url.length > longestUrl ? null : URL.parse(url, 'https://relative.invalid');
  const path = read?.pathname ?? '';
  const texts = path.split('/').flatMap(segment => [segment, decoded(segment)]);
  return new Set(texts.map(trimmedText).filter(text => text !== ''));
}

/**
 * The texts in the url of an answer among which the participant of a booking is (API document 2.1). Undefined where the
 * answer has no url, or one that names nothing but the appointment.
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
