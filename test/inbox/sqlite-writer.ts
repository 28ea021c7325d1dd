import { systemClock } from '../../src/inbox/clock.ts';
import { openSqliteStore } from '../../src/inbox/sqlite/store.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import { accept, attempt, booking, claimDue, delivered, item, planAll, queued } from './contract/samples.ts';

/**
 * A process that writes to a store: it accepts events, plans a booking for each and delivers it. It prints a line for
 * everything that is on disk (`accepted ID`, `sending ID`, `delivered ID`), and `unavailable REASON` for a refused
 * write. Arguments: the path of the store; a prefix for the ids; the size of a body; `send`, or `keep` to only accept;
 * the number of refusals after which it ends (0: never).
 */
const [path = '', prefix = '', size = '0', what, refusals = '0'] = process.argv.slice(2);
const store = await openSqliteStore(path, { clock: systemClock });
const body = new Uint8Array(Number(size)).fill(120);
let next = 0;
let refused = 0;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function send(): Promise<void> {
  await planAll(store, event => [queued(booking(event.id))]);
  const claims = await claimDue(store, Date.now(), 4);
  await Promise.all(
    claims.map(async claim => {
      await store.begin(claim, Date.now());
      say(`sending ${claim.eventId}`);
      await store.settle(claim, delivered(claim.call), attempt());
      say(`delivered ${claim.eventId}`);
    }),
  );
}

async function takeIn(): Promise<void> {
  next += 1;
  const id = `evt_${prefix}_${next}`;
  await accept(store, { receivedAt: Date.now(), body, items: [item({ id, senderEventId: id })] });
  say(`accepted ${id}`);
}

say('open');
for (;;) {
  try {
    await Promise.all([takeIn(), takeIn(), takeIn()]);
    if (what === 'send') await send();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const health = await store.health();
    say(`unavailable ${JSON.stringify(health)} ${error.message}`);
    refused += 1;
    if (refused === Number(refusals)) break;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
await store.close();
