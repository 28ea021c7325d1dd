import { openEventArchive } from '../src/inbox/sqlite/reading/open-event-archive.ts';

/** Reads the newest events of a store with their calls; prints their number and the duration. */
const { store, last }: { store: string; last: number } = JSON.parse(process.argv[2] ?? '{}');
const archive = openEventArchive(store);
let events = 0;
let unplanned = 0;
const started = performance.now();
for await (const { calls } of archive.newest({ last })) {
  events += 1;
  if (calls.length === 0) unplanned += 1;
}
console.log(JSON.stringify({ events, unplanned, ms: performance.now() - started }));
await archive.close();
