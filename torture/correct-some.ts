import type { Api } from './api.ts';
import type { Chance } from './chance.ts';
import type { Scoreboard } from './scoreboard.ts';
import type { Sent } from './sender.ts';
import type { Truth } from './truth.ts';

/** The parts of the torture that corrections need, and the calls that the destination received. */
interface Correcting {
  readonly chance: Chance;
  readonly scoreboard: Scoreboard;
  readonly truth: Truth;
}

const newest = 10;
const correctedShare = 0.2;

/**
 * Corrects, as a person does, some of the newest updates, and bookings that are in no order with others, in any status.
 * None may be lost or made twice because of that. No update may be sent without its correction, and none may follow a
 * newer one.
 */
export async function correctSome(
  api: Api,
  find: (id: string) => Sent | undefined,
  { chance, scoreboard, truth }: Correcting,
): Promise<void> {
  for (const { id } of (await api.events('source=crm', newest)).slice(0, newest)) {
    const sent = find(id);
    if (!sent) continue;
    const { booking, event } = sent;
    if (booking === undefined) {
      if (chance.maybe(correctedShare) && (await correctUpdate(api, id, event, truth)))
        scoreboard.count('corrected by a person');
      continue;
    }
    const isAlone = Number(booking.split('-')[2]) % 2 === 1;
    if (!isAlone || !chance.maybe(correctedShare)) continue;
    if ((await api.amend(id, { remark: 'corrected' })) === 200) scoreboard.count('corrected by a person');
  }
}

/** The numbers of corrections rise, including corrections of which it is unknown whether they are stored. */
let corrections = 0;

async function correctUpdate(api: Api, id: string, event: string, truth: Truth): Promise<boolean> {
  corrections += 1;
  const correction = corrections;
  truth.askCorrection(event);
  if ((await api.amend(id, { mark: `${event}~${correction}` })) !== 200) return false;
  truth.correct(event, correction);
  return true;
}
