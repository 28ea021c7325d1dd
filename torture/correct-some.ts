import type { Api } from './api.ts';
import type { Chance } from './chance.ts';
import type { Scoreboard } from './scoreboard.ts';
import type { Sent } from './sender.ts';

const newest = 10;
const correctedShare = 0.2;

/**
 * Has a person correct some of the newest bookings that are in no order with others, whatever became of them so far: none
 * may be lost or made twice by that.
 */
export async function correctSome(
  api: Api,
  find: (id: string) => Sent | undefined,
  { chance, scoreboard }: { readonly chance: Chance; readonly scoreboard: Scoreboard },
): Promise<void> {
  for (const { id } of (await api.events('source=crm', newest)).slice(0, newest)) {
    const booking = find(id)?.booking;
    const isAlone = booking !== undefined && Number(booking.split('-')[2]) % 2 === 1;
    if (!isAlone || !chance.maybe(correctedShare)) continue;
    if ((await api.amend(id, { remark: 'corrected' })) === 200) scoreboard.count('corrected by a person');
  }
}
