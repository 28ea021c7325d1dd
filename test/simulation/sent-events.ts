import type { Chance } from '../../torture/chance.ts';

/** An event of a sender; its mark is part of each of its values. */
export interface SentEvent {
  readonly mark: number;
  readonly kind: 'update' | 'linked' | 'booking';
  /** The customer of the event according to the truth. */
  readonly customer: number;
  /** The properties that it sets. */
  readonly sets: readonly string[];
  readonly status: string | undefined;
  readonly appointment: string | undefined;
  readonly ends: 'plain' | 'payment' | 'tan' | 'error' | 'unknown';
  /** When it is sent, including repetitions after a response. Monotonic milliseconds. */
  readonly times: readonly number[];
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Makes the events of a run: updates by number and by link, and bookings, some of them twice for one appointment. */
export function sentEvents(
  chance: Chance,
  what: { readonly people: readonly number[]; readonly lasts: number; readonly late: number },
): readonly SentEvent[] {
  const count = chance.maybe(0.015) ? 100 + chance.int(200) : 20 + chance.int(12);
  const appointments: string[] = [];
  const events: SentEvent[] = [];
  for (let mark = 1; mark <= count; mark += 1) {
    const first = Math.floor(chance.maybe(0.1) ? chance.int(what.late) : chance.int(what.lasts));
    const times = [first, ...chance.list(1 + chance.int(3), () => first + chance.int(60_000))];
    const customer = chance.pick(what.people);
    events.push({ mark, customer, times, ...contents(mark, customer, chance, appointments) });
  }
  return events;
}

type Contents = Omit<SentEvent, 'mark' | 'customer' | 'times'>;

function contents(mark: number, customer: number, chance: Chance, appointments: string[]): Contents {
  const kind = chance.pick(['update', 'update', 'linked', 'booking'] as const);
  return kind === 'booking'
    ? booking(mark, customer, chance, appointments)
    : update(kind, mark, customer, chance);
}

function update(kind: 'update' | 'linked', mark: number, customer: number, chance: Chance): Contents {
  const chosen = ['note', 'allergies', 'lead.source'].filter(() => chance.maybe(0.5));
  const sets = chosen.length > 0 ? chosen : ['note'];
  const status = chance.maybe(0.2)
    ? chance.pick(['Neukunde', 'Stammkunde', 'Sommer & Co.', 'Neukunde', 'No such status'])
    : undefined;
  const payload = {
    id: `event-${mark}`,
    kind,
    ...(kind === 'update' ? { customer } : { contact: contactOf(customer) }),
    ...(sets.includes('note') && { note: `n${mark}` }),
    ...(sets.includes('allergies') && { allergies: `a${mark}` }),
    ...(sets.includes('lead.source') && { lead: mark }),
    ...(status !== undefined && { status }),
  };
  return { kind, sets, status, appointment: undefined, ends: 'plain', payload };
}

function booking(mark: number, customer: number, chance: Chance, appointments: string[]): Contents {
  const again = appointments.length > 0 && chance.maybe(0.2);
  const appointment = again ? chance.pick(appointments) : `apt-${mark}`;
  appointments.push(appointment);
  const known = chance.maybe(0.4);
  const sets = chance.maybe(0.5) ? ['allergies'] : [];
  const ends = chance.pick(['plain', 'plain', 'plain', 'payment', 'tan', 'error', 'unknown'] as const);
  const payload = {
    id: `event-${mark}`,
    kind: 'booking',
    appointment,
    contact: contactOf(customer),
    ...(known && { customer }),
    comment: `c${mark}`,
    email: `p${customer - 1000}@example.com`,
    ...(sets.length > 0 && { allergies: `a${mark}` }),
  };
  return { kind: 'booking', sets, status: undefined, appointment, ends, payload };
}

function contactOf(customer: number): string {
  return `contact-${customer}`;
}
