import type { Status } from '../inbox/event.ts';

/** One webhook of the demo, and what becomes of it if all is well. */
export interface Scene {
  readonly title: string;
  /** What is worth noticing. */
  readonly about: string;
  readonly source: string;
  /** A file in `mappings/samples`. */
  readonly payload: string;
  readonly contentType: string;
  /** The status of each of its events; empty where it is refused at the door. */
  readonly expected: readonly Status[];
  /** Changes a byte after signing. */
  readonly forged?: true;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** What the demo sends, in order: later scenes build on the customer that the first one makes. */
export const scenes: readonly Scene[] = [
  {
    title: 'A new customer completes a booking',
    about:
      'signed by our own booking page; the intent is on disk before a byte leaves, so it is never booked twice',
    source: 'booking-form',
    payload: 'booking.json',
    contentType: json,
    expected: ['delivered'],
  },
  {
    title: 'The same customer fills in the intake form',
    about:
      'a signed Typeform response; the booking above made the link from contact 301 to the customer number',
    source: 'website',
    payload: 'intake.json',
    contentType: json,
    expected: ['delivered'],
  },
  {
    title: 'The CRM reports three changes in one webhook',
    about:
      'a signed HubSpot batch: one becomes a call, one nobody wants, one waits until its contact is linked',
    source: 'crm',
    payload: 'crm-webhook.json',
    contentType: json,
    expected: ['delivered', 'skipped', 'queued'],
  },
  {
    title: 'A regular customer updates her data',
    about:
      'a form-urlencoded WordPress form; an emptied answer deletes a value only because the mapping says so',
    source: 'contact-form',
    payload: 'contact-form.txt',
    contentType: form,
    expected: ['delivered'],
  },
  {
    title: 'A booking that must be paid',
    about: 'accepted, and not done yet: the customer still has to act',
    source: 'booking-form',
    payload: 'booking-payment.json',
    contentType: json,
    expected: ['delivered'],
  },
  {
    title: 'An answer that the calendar does not know',
    about: 'checked against the live choices, so it fails here and now, before anything is sent',
    source: 'website',
    payload: 'intake-wrong-choice.json',
    contentType: json,
    expected: ['failed'],
  },
  {
    title: 'A customer who does not exist',
    about: 'only the calendar can know that; it refuses, and the event waits for a person',
    source: 'contact-form',
    payload: 'contact-form-unknown-customer.txt',
    contentType: form,
    expected: ['failed'],
  },
  {
    title: 'A forged webhook',
    about: 'one byte was changed after signing; it is refused at the door, and that is on record',
    source: 'website',
    payload: 'intake.json',
    contentType: json,
    expected: [],
    forged: true,
  },
];
