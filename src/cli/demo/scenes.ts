import type { Status } from '../../inbox/event.ts';
import type { FaultRule } from '../../sandbox/control/faults.ts';

/** One webhook of the demo, with its expected result. */
export interface Scene {
  readonly title: string;
  /** The point of the scene. */
  readonly about: string;
  /** The sender, in words. */
  readonly sender: string;
  readonly source: string;
  /** A file in `mappings/samples`. */
  readonly payload: string;
  readonly contentType: string;
  /** The subjects of its events, if there are several. */
  readonly events?: readonly string[];
  /**
   * The expected status of each of its events, then of the waiting events that continue because of it. `duplicate`:
   * all its events are known; empty: it is refused.
   */
  readonly expected: readonly (Status | 'duplicate')[];
  /** Events that waited for their link continue because of this one. */
  readonly wakes?: true;
  /** Changes a byte after signing. */
  readonly forged?: true;
  /** The fault that the calendar simulates meanwhile. */
  readonly fault?: FaultRule;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const bookingPage = { sender: 'our own booking page', source: 'booking-form', contentType: json };
const typeform = { sender: 'Typeform', source: 'website', contentType: json };
const hubspot = { sender: 'HubSpot', source: 'crm', contentType: json };
const wordpress = { sender: 'a WordPress form', source: 'contact-form', contentType: form };

/** The webhooks of the demo, in order: later scenes use the customers that earlier ones create. */
export const scenes: readonly Scene[] = [
  {
    ...bookingPage,
    title: 'A new customer completes a booking',
    about:
      'Signed by our own booking page. The intent is on disk before a byte leaves, so it is never booked twice.',
    payload: 'booking.json',
    expected: ['delivered'],
  },
  {
    ...typeform,
    title: 'The same customer fills in the intake form',
    about:
      'A signed Typeform response. It knows only contact 301; the booking above made the link to the customer number.',
    payload: 'intake.json',
    expected: ['delivered'],
  },
  {
    ...hubspot,
    title: 'The CRM reports three changes in one webhook',
    about:
      'A signed HubSpot batch: one becomes a call, one is skipped by its mapping, one waits until its contact is linked.',
    payload: 'crm-webhook.json',
    events: [
      'contact 301 is a customer now',
      'contact 301 lives in Hamburg now',
      'contact 302 is a lead now',
    ],
    expected: ['delivered', 'skipped', 'queued'],
  },
  {
    ...bookingPage,
    title: 'The contact that the CRM knew already books too',
    about: 'The customer number creates the link, and the waiting event continues automatically.',
    payload: 'booking-second.json',
    expected: ['delivered', 'delivered'],
    wakes: true,
  },
  {
    ...wordpress,
    title: 'A regular customer updates her data',
    about:
      'A form-urlencoded WordPress form. An emptied answer deletes a value only because the mapping says so.',
    payload: 'contact-form.txt',
    expected: ['delivered'],
  },
  {
    ...bookingPage,
    title: 'A booking that must be paid',
    about: 'Accepted, and not done yet: the customer still has to act.',
    payload: 'booking-payment.json',
    expected: ['delivered'],
  },
  {
    ...typeform,
    title: 'An answer that the calendar does not know',
    about: 'Checked against the live choices, so it fails here and now, before anything is sent.',
    payload: 'intake-wrong-choice.json',
    expected: ['failed'],
  },
  {
    ...wordpress,
    title: 'A customer who does not exist',
    about: 'Only the calendar can know that: it refuses, and the event waits for a person.',
    payload: 'contact-form-unknown-customer.txt',
    expected: ['failed'],
  },
  {
    ...typeform,
    title: 'A forged webhook',
    about: 'One byte was changed after signing. It is refused at the door, and that is on record.',
    payload: 'intake.json',
    expected: [],
    forged: true,
  },
  {
    ...bookingPage,
    title: 'The first booking comes once more',
    about: 'Senders repeat what they believe was lost. The answer is the same, and nothing happens twice.',
    payload: 'booking.json',
    expected: ['duplicate'],
  },
  {
    ...hubspot,
    title: 'The calendar is out of order for a moment',
    about: 'The change is safe on disk. It is retried automatically a little later.',
    payload: 'crm-evangelist.json',
    expected: ['delivered'],
    fault: { operation: 'updateCustomer', status: 503, body: 'Service Unavailable', times: 1 },
  },
];
