import type { Config } from '../../config/config.ts';
import type { Examined } from '../../inbox/sqlite/file/examine-beside.ts';
import type { Log } from '../../log/log.ts';

/** Of damage, the end of the program tells. */
export function tellExamined(found: Examined, log: Pick<Log, 'info' | 'warn'>): void {
  if (found === 'whole') log.info({}, 'the store was looked through to its end: nothing of it is damaged');
  if (found === 'cut off')
    log.warn({}, 'the store could not be looked through for damage; the next start tries again');
}

/** Where the events of before were expected, the address may be another one, or nobody has moved them. */
export function tellMade(store: Config['store'], log: Pick<Log, 'info'>): void {
  if (store.kind === 'sqlite') return;
  const { host, pathname } = new URL(store.url.reveal());
  const database = decodeURIComponent(pathname.slice(1));
  log.info({ host, database, schema: store.schema }, 'there was no store; an empty one was made');
}
