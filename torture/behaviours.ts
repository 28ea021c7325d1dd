import type { Chance } from './chance.ts';
import type { Behaviour, ReceivedCall } from './truth.ts';

/** The behaviour of the destination. */
export type Mood =
  /** Most responses are good. */
  | 'usual'
  /** Most responses are good, some are slow, too late or missing; now and then it fails or cuts. */
  | 'tardy'
  /** All responses are good and fast. */
  | 'calm'
  /** No response is good: it fails, asks to wait or cuts, before or after it has applied a call. */
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
/** Rare enough not to look like an outage, which would make other calls wait. */
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
/** After three such responses in a row an update correctly fails for good, so there are two at most. */
const mostInARow = 2;

/** Decides the behaviour for each request, by chance and mood. */
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
    // One of them holds all calls for a while, the other those of one person, so both are tested.
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
