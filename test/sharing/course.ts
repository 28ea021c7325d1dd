import { type Chance, chanceOf, seedOf } from '../../torture/chance.ts';
import type { Freeze } from './gate.ts';

/** A webhook of a course; its mark is part of each of its values. */
export interface CourseEvent {
  readonly mark: number;
  readonly kind: 'update' | 'booking';
  readonly customer: number;
  readonly place: string;
  readonly appointment?: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The webhook is a row of a list that a person imports. */
  readonly isRow?: true;
}

/** An action on a process, or of a person through one. `which` selects among the running processes. */
export type Action =
  | { readonly what: 'freeze'; readonly how: Freeze; readonly forMs: number }
  | { readonly what: 'kill' | 'stop' | 'start' }
  | { readonly what: 'pause' | 'resume'; readonly place: string }
  | { readonly what: 'replay' | 'discard' | 'amend' }
  /** An admin saves the mappings with a key that the account does not have, or corrected ones. */
  | { readonly what: 'misspell' | 'mend' };

/**
 * Everything planned in the course of a seed; further random decisions are made while it runs. Times are milliseconds
 * from its start.
 */
export interface Course {
  readonly seed: number;
  readonly processes: number;
  readonly places: readonly string[];
  /** The webhooks of each person in order: each is sent after the response to the previous one. */
  readonly people: readonly { readonly from: number; readonly events: readonly CourseEvent[] }[];
  /** Webhooks that reach several processes at once, each process in another order. */
  readonly crowds: readonly { readonly at: number; readonly events: readonly CourseEvent[] }[];
  readonly actions: readonly { readonly at: number; readonly which: number; readonly action: Action }[];
  /** The share of requests with trouble on their way. */
  readonly trouble: number;
  /** The share of slow statements, and their longest delay. */
  readonly slow: { readonly share: number; readonly mostMs: number };
  /** The clock errors of the processes, one after another. */
  readonly wrongClocks: readonly number[];
  readonly lasts: number;
}

const allPlaces = ['berlin', 'bonn', 'celle'];
const minute = 60_000;

/** Makes the course of a seed. */
export function courseOf(seed: number): Course {
  const chance = chanceOf(seed);
  const lasts = 2_000 + chance.int(1_500);
  const places = allPlaces.slice(0, 1 + chance.int(3));
  const next = { mark: 0 };
  const rows = chanceOf(seedOf(seed, 3));
  const share = rows.pick([0, 0.3, 0.6]);
  const people = Array.from({ length: 4 + chance.int(5) }, (_, index) => ({
    from: chance.int(lasts / 2),
    events: eventsOf(1001 + index, places[index % places.length] ?? '', 3 + chance.int(8), next, chance).map(
      event => (event.kind === 'update' && rows.maybe(share) ? { ...event, isRow: true as const } : event),
    ),
  }));
  const crowds = Array.from({ length: chance.int(4) }, (_, crowd) => ({
    at: chance.int(lasts),
    events: Array.from({ length: 10 + chance.int(30) }, (_, index) => {
      const customer = 2001 + 100 * crowd + index;
      return eventsOf(customer, chance.pick(places), 1, next, chance);
    }).flat(),
  }));
  return {
    seed,
    processes: 2 + chance.int(2),
    places,
    people,
    crowds,
    actions: [
      ...actionsOf(chance, lasts, places),
      ...savesOf(chanceOf(seedOf(seed, 2)), lasts),
      ...correctionsOf(chanceOf(seedOf(seed, 4)), lasts),
    ].sort((one, other) => one.at - other.at),
    trouble: chance.pick([0.05, 0.2, 0.5]),
    slow: { share: chance.pick([0, 0.02, 0.2]), mostMs: chance.pick([5, 30]) },
    wrongClocks: Array.from({ length: 12 }, () => chance.pick([0, -1, 1]) * chance.int(20 * minute)),
    lasts,
  };
}

function eventsOf(
  customer: number,
  place: string,
  count: number,
  next: { mark: number },
  chance: Chance,
): readonly CourseEvent[] {
  const appointments: string[] = [];
  return Array.from({ length: count }, () => {
    next.mark += 1;
    const { mark } = next;
    if (!chance.maybe(0.3)) return updateOf(mark, customer, place, chance);
    const isAgain = appointments.length > 0 && chance.maybe(0.3);
    const appointment = isAgain ? chance.pick(appointments) : `apt-${mark}`;
    appointments.push(appointment);
    const payload = { kind: 'booking', appointment, allergies: `a${mark}`, comment: `c${mark}` };
    return { mark, kind: 'booking', customer, place, appointment, payload: { ...payload, customer, place } };
  });
}

function updateOf(mark: number, customer: number, place: string, chance: Chance): CourseEvent {
  const sets = chance.pick(['note', 'allergies', 'both'] as const);
  const payload = {
    kind: 'update',
    customer,
    place,
    ...(sets !== 'allergies' && { note: `n${mark}` }),
    ...(sets !== 'note' && { allergies: `a${mark}` }),
  };
  return { mark, kind: 'update', customer, place, payload };
}

function actionsOf(chance: Chance, lasts: number, places: readonly string[]): Course['actions'] {
  const actions: Course['actions'][number][] = [];
  const add = (most: number, make: () => Action) => {
    for (const action of chance.list(most + 1, make))
      actions.push({ at: chance.int(lasts), which: chance.int(6), action });
  };
  add(5, () => ({
    what: 'freeze',
    how: chance.pick(['between transactions', 'anywhere']),
    forMs: 200 + chance.int(2_000),
  }));
  add(3, () => ({ what: 'kill' }));
  add(1, () => ({ what: 'stop' }));
  add(3, () => ({ what: 'start' }));
  add(3, () => ({ what: chance.pick(['pause', 'resume']), place: chance.pick(places) }));
  add(6, () => ({ what: chance.pick(['replay', 'discard']) }));
  return actions;
}

/** When an admin saves the mappings, and with which spelling. */
function savesOf(chance: Chance, lasts: number): Course['actions'] {
  return chance.list(5, () => ({
    at: chance.int(lasts),
    which: 0,
    action: { what: chance.pick(['misspell', 'mend']) },
  }));
}

/** When a person corrects an event. */
function correctionsOf(chance: Chance, lasts: number): Course['actions'] {
  return chance.list(8, () => ({ at: chance.int(lasts), which: 0, action: { what: 'amend' } }));
}
