import { type Chance, chanceOf, seedOf } from '../../torture/chance.ts';
import { type FateName, mishaps, outageFates, personalFates } from './fates.ts';
import { type SentEvent, sentEvents } from './sent-events.ts';

/** The troubles of a run. Each seed has a random selection of them, so that none hides another. */
export const troubles = [
  'wire',
  'outage',
  'token',
  'store',
  'crash',
  'operator',
  'clock',
  'reload',
  'archive',
  'person',
] as const;
export type Trouble = (typeof troubles)[number];

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Everything planned in the run of one seed; further random decisions are made while it runs. Times are monotonic
 * milliseconds.
 */
export interface Scenario {
  readonly seed: number;
  readonly troubles: ReadonlySet<Trouble>;
  readonly people: readonly number[];
  readonly events: readonly SentEvent[];
  readonly again: 'books again' | 'is refused';
  readonly limits: { readonly concurrency: number; readonly perSecond: number };
  readonly retryMax: '5m' | '1h';
  /** The maximum age of updates; bookings have their default of 15 minutes. */
  readonly maxAge: '7d' | '2h';
  readonly outages: readonly (Span & { readonly fate: FateName })[];
  readonly mishaps: Span & { readonly share: number; readonly kinds: readonly FateName[] };
  readonly personal: (Span & { readonly customer: number; readonly fate: FateName }) | undefined;
  /** The token expires, and the bridge gets a new one. */
  readonly token: Span | undefined;
  /** A field is archived for a while. */
  readonly archive: (Span & { readonly key: string }) | undefined;
  readonly store: { readonly share: number; readonly full: Span | undefined };
  readonly crashes: { readonly share: number; readonly most: number };
  readonly actions: readonly { readonly at: number; readonly what: Action }[];
  /** The marks of imported rows; the other events are webhooks. */
  readonly rows: ReadonlySet<number>;
  /** When a person corrects an event. */
  readonly amends: readonly number[];
  readonly jumps: readonly { readonly at: number; readonly ms: number }[];
  readonly reloads: readonly { readonly at: number; readonly mappings: MappingSetName }[];
  /** From here on there is no trouble any more. */
  readonly calm: number;
}

/** The saved mappings: correct ones, with another value, with a field that does not exist, or none at all. */
export type MappingSetName = 'A' | 'B' | 'faulty' | 'none';

/** Manual actions of people and of the system. */
export const actions = [
  'replay',
  'force',
  'replay failed',
  'discard',
  'resolve',
  'resolve',
  'resolve',
  'pause',
  'resume',
  'restart',
] as const;
export type Action = (typeof actions)[number];

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Makes the scenario of a seed. */
export function scenarioOf(seed: number): Scenario {
  const chance = chanceOf(seed);
  const has = new Set(troubles.filter(() => chance.maybe(0.35)));
  // A quarter of the seeds has neither imports nor corrections, so that these hide no other trouble.
  const mayHave = seed % 4 !== 2;
  const further = chanceOf(seedOf(seed, 7));
  const list = mayHave && further.maybe(0.4) ? { isRush: further.maybe(0.4) } : undefined;
  if (list?.isRush) has.clear();
  const people = Array.from({ length: 2 + chance.int(4) }, (_, index) => 1001 + index);
  const lasts = chance.pick([1, 3, 10, 20]) * minute;
  const outages = has.has('outage') ? outagesOf(chance, lasts) : [];
  const over = Math.max(lasts, ...outages.map(each => each.to));
  const within = () => chance.int(over);
  const spanOf = (most: number): Span => {
    const from = chance.int(lasts);
    return { from, to: from + 1000 + chance.int(most) };
  };
  const token = has.has('token') ? spanOf(30 * minute) : undefined;
  const archive = has.has('archive') ? { ...spanOf(15 * minute), key: 'allergies' } : undefined;
  const personal = has.has('person')
    ? { ...spanOf(20 * minute), customer: chance.pick(people), fate: chance.pick(personalFates) }
    : undefined;
  const times = <T>(trouble: Trouble, most: number, make: () => T): T[] =>
    has.has(trouble) ? Array.from({ length: 1 + chance.int(most) }, make) : [];
  const reloads = times('reload', 4, () => ({
    at: within(),
    mappings: chance.pick(['A', 'B', 'faulty'] as const),
  }));
  const sent = sentEvents(chance, { people, lasts, late: outages.length > 0 ? over : lasts });
  const { events, rows } = list
    ? withList(sent, further, { lasts, isRush: list.isRush })
    : { events: sent, rows: new Set<number>() };
  const amends =
    mayHave && !list?.isRush && further.maybe(0.3) ? further.list(7, () => further.int(over)) : [];
  const saved = reloads.map(each =>
    mayHave && further.maybe(0.3) ? { ...each, mappings: 'none' as const } : each,
  );
  const calm = Math.max(over, token?.to ?? 0, archive?.to ?? 0, personal?.to ?? 0) + minute;
  return {
    seed,
    troubles: has,
    people,
    events,
    rows,
    amends,
    again: chance.pick(['books again', 'is refused']),
    limits: { concurrency: chance.pick([1, 2, 8]), perSecond: chance.pick([2, 5, 50]) },
    retryMax: chance.pick(['5m', '1h']),
    maxAge: chance.pick(['7d', '2h']),
    outages,
    mishaps: mishapsOf(chance, has.has('wire'), lasts),
    personal,
    token,
    archive,
    store: {
      share: has.has('store') ? chance.pick([0.005, 0.03]) : 0,
      full: has.has('store') && chance.maybe(0.5) ? spanOf(2 * minute) : undefined,
    },
    crashes: has.has('crash') ? { share: chance.pick([0.002, 0.01, 0.05]), most: 1 + chance.int(4) } : none,
    actions: times('operator', 12, () => ({ at: within(), what: chance.pick(actions) })),
    jumps: times('clock', 2, () => ({ at: chance.int(lasts), ms: jumpOf(chance) })),
    reloads: saved,
    calm,
  };
}

const none = { share: 0, most: 0 };

/**
 * Makes most events the rows of a list that is imported at once, and again from its start, as after a kill. In a rush
 * the other events arrive while its rows wait.
 */
function withList(
  sent: readonly SentEvent[],
  chance: Chance,
  { lasts, isRush }: { readonly lasts: number; readonly isRush: boolean },
): Pick<Scenario, 'events' | 'rows'> {
  const from = chance.int(lasts);
  const runs = [0, ...chance.list(3, () => chance.int(60_000))];
  const rows = new Set(sent.filter(() => chance.maybe(0.6)).map(({ mark }) => mark));
  const timesOf = ({ mark, times }: SentEvent) => {
    if (rows.has(mark)) return runs.map(run => from + run + 2 * mark);
    return isRush ? [from + chance.int(rushMs)] : times;
  };
  return { events: sent.map(event => ({ ...event, times: timesOf(event) })), rows };
}

const rushMs = 6_000;

function jumpOf(chance: Chance): number {
  return chance.pick([-1, 1]) * (chance.maybe(0.1) ? day : hour);
}

/** Most outages take minutes, some an hour, few a day, and very few a week. */
function outagesOf(chance: Chance, lasts: number): Scenario['outages'] {
  const from = chance.int(lasts);
  const kind = chance.int(1000);
  const long = kind < 3 ? 7 * day : kind < 20 ? day : kind < 150 ? hour : (1 + chance.int(20)) * minute;
  return [{ from, to: from + long, fate: chance.pick(outageFates) }];
}

function mishapsOf(chance: Chance, happen: boolean, lasts: number): Scenario['mishaps'] {
  const share = happen ? chance.pick([0.05, 0.2, 0.5]) : 0;
  const count = 1 + chance.int(6);
  const kinds = Array.from({ length: count }, () => chance.pick(mishaps));
  return { from: 0, to: lasts + minute, share, kinds };
}
