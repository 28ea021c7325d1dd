import type { Chance } from './chance.ts';
import type { Behaviour, ReceivedCall } from './truth.ts';

/** What the destination does to the requests that come. */
export type Mood =
  /** Most is answered well. */
  | 'usual'
  /** Most is answered well, some slowly, too late or never; now and then it fails or cuts. */
  | 'tardy'
  /** Everything is answered well and soon. */
  | 'calm'
  /** Nothing is: it fails, asks to wait or cuts, before or after it has applied a call. */
  | 'outage';

const troubles: readonly Behaviour[] = [
  'cut after',
  'cut after',
  'cut before',
  'cut before',
  'half answer',
  'not http',
  'half json',
  'failure after',
  'failure before',
];
/** Rare enough not to be taken for an outage, which would keep others waiting. */
const tardyTroubles: readonly Behaviour[] = [
  'silence',
  'late',
  'late',
  'cut after',
  'cut before',
  'half answer',
  'failure after',
  'failure before',
];
const outages: readonly Behaviour[] = [
  'failure before',
  'failure before',
  'failure after',
  'cut before',
  'later',
];
/** After three answers in a row that say nothing, an update fails for good: that is how it should be, so two at most. */
const mostInARow = 2;

/** Decides what becomes of each request, by chance and mood. */
export function createBehaviours(chance: Chance): (call: ReceivedCall, mood: Mood) => Behaviour {
  const inARow = new Map<string, number>();

  function decide(call: ReceivedCall, mood: Mood): Behaviour {
    if (mood === 'calm') return 'well';
    if (mood === 'outage') return chance.pick(outages);
    const roll = chance.int(10_000);
    if (mood === 'tardy') return tardy(call, roll, chance);
    if (call.booking === undefined) return roll < 500 ? chance.pick(troubles) : roll < 530 ? 'page' : 'well';
    if (roll < 900) return chance.pick(troubles);
    if (roll < 930) return 'page';
    // The one holds everything for a while, the other a person: there is more to see.
    if (roll < 935) return 'another answer';
    if (roll < 945) return 'silence';
    return roll < 1100 ? 'refused' : 'well';
  }

  return (call, mood) => {
    const behaviour = decide(call, mood);
    const before = inARow.get(call.event) ?? 0;
    const allowed = behaviour === 'well' || before < mostInARow || call.booking !== undefined;
    inARow.set(call.event, behaviour === 'well' ? 0 : before + 1);
    return allowed ? behaviour : 'well';
  };
}

function tardy({ booking }: ReceivedCall, roll: number, chance: Chance): Behaviour {
  if (roll < 400) return chance.pick(tardyTroubles);
  return booking !== undefined && roll < 500 ? 'refused' : 'well';
}
