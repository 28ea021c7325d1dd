import type { Config } from '../../config/config.ts';
import type { Examined } from '../../inbox/sqlite/file/examine-beside.ts';
import type { Log } from '../../log/log.ts';

/** Reports that the store was examined. Damage is reported when the program ends. */
export function tellExamined(found: Examined, log: Pick<Log, 'info' | 'warn'>): void {
  if (found === 'whole') log.info({}, 'store examined, no damage');
  if (found === 'cut off') log.warn({}, 'store check interrupted');
}

/** Reports a new store: if a person expected earlier events, the address is wrong or they were not moved. */
export function tellMade(store: Config['store'], log: Pick<Log, 'info'>): void {
  if (store.kind === 'sqlite') return;
  const { host, pathname } = new URL(store.url.reveal());
  const database = decodeURIComponent(pathname.slice(1));
  log.info({ host, database, schema: store.schema }, 'empty store created');
}
