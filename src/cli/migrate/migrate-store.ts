import type { Config } from '../../config/config.ts';
import { needsStore } from '../../config/placeholder.ts';
import { shownStore, storeNamed, storeWords } from '../../config/schema/store-schema.ts';
import { counted } from '../../diagnostics/counted.ts';
import type { MoveEnd, MoveProgress } from '../../inbox/move/move-store.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import { StoreUnusable } from '../../inbox/store-unusable.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { table } from '../terminal/table.ts';
import { readConfig } from '../workspace.ts';

type Sqlite = Extract<Config['store'], { kind: 'sqlite' }>;
type Postgres = Extract<Config['store'], { kind: 'postgres' }>;

/** `fieldbridge migrate`: moves the store from its file into PostgreSQL, once; the bridge must be stopped. */
export async function migrateStore(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const from = storeOf('from', 'sqlite', args, surroundings);
  try {
    if (args.options.back === true) return await goBack(from, args, surroundings);
    const to = storeOf('to', 'postgres', args, surroundings);
    if (args.options['dry-run'] === true) return await tellCounts(from, to, args, surroundings);
    return await move(from, to, args, surroundings);
  } catch (error) {
    if (error instanceof StoreUnusable) throw new CommandFailed(error.message);
    if (error instanceof StoreUnavailable) {
      throw new CommandFailed(
        `${error.message}. The copied part is kept and the old store is unchanged. Run the same command again to continue`,
      );
    }
    throw error;
  }
}

function storeOf(side: 'from', kind: 'sqlite', args: Arguments, surroundings: Surroundings): Sqlite;
function storeOf(side: 'to', kind: 'postgres', args: Arguments, surroundings: Surroundings): Postgres;
function storeOf(
  side: 'from' | 'to',
  kind: Config['store']['kind'],
  args: Arguments,
  surroundings: Surroundings,
): Config['store'] {
  const said = args.options[side];
  const form = kind === 'sqlite' ? 'sqlite:PATH' : 'postgres://USER:PASSWORD@HOST:5432/DATABASE';
  if (typeof said === 'string') {
    const store = storeNamed(said, surroundings.directory);
    if (store === storeWords) throw new UsageError(`--${side} takes ${form}`);
    if (typeof store === 'string') throw new UsageError(`--${side} must be ${store}`);
    if (store.kind === kind) return store;
    throw new UsageError(`--${side} takes ${form}: a store is moved from a file into PostgreSQL, not back`);
  }
  const { store } = readConfig(args, surroundings, needsStore).config;
  if (store.kind === kind) return store;
  throw new UsageError(
    `--${side} must be given, ${form}: the \`store\` of the config is ${shownStore(store)}`,
  );
}

async function move(
  from: Sqlite,
  to: Postgres,
  { options }: Arguments,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { moveStore } = await import('../../inbox/move/move-store.ts');
  const { out, err } = surroundings;
  const toWords = shownStore(to);
  const progress = tellProgress(err);
  const begunAt = performance.now();
  let end: MoveEnd;
  try {
    end = await moveStore({
      from: from.path,
      to: { url: to.url.reveal(), schema: to.schema },
      toWords,
      now: Date.now,
      tell: progress.tell,
    });
  } finally {
    progress.end();
  }
  const seconds = Math.round((performance.now() - begunAt) / 100) / 10;
  if (options.json === true) {
    out.write(`${JSON.stringify({ from: shownStore(from), to: toWords, seconds, ...end })}\n`);
  } else out.write(endText(end, { from: shownStore(from), to: toWords, seconds }, out.columns));
  return exit.fine;
}

function endText(
  end: MoveEnd,
  { from, to, seconds }: { readonly from: string; readonly to: string; readonly seconds: number },
  columns: number | undefined,
): string {
  if (end.kind === 'moved before') {
    return `${from} was moved to ${to} on ${new Date(end.at).toISOString()}; nothing is left to do\n`;
  }
  const rows = end.tables
    .filter(each => each.rows > 0)
    .map(each => [each.table, String(each.rows), each.checksum]);
  const before = {
    now: '',
    before: 'It went on with what had been copied before.\n',
    anew: 'It began anew, since the bridge was started on the file after it was begun.\n',
  }[end.begun];
  return (
    `${table(['table', 'rows', 'checksum, the same on both sides'], rows, columns)}\n` +
    `moved ${from} to ${to} in ${seconds} s\n${before}` +
    'The file is not started any more. Set `store` in the config to PostgreSQL, then start the bridge.\n'
  );
}

/** Shows the number of rows to move, and the obstacles. It changes nothing. */
async function tellCounts(
  from: Sqlite,
  to: Postgres,
  args: Arguments,
  { out }: Surroundings,
): Promise<ExitStatus> {
  const { countMove } = await import('../../inbox/move/count-move.ts');
  const found = await countMove(from.path, { url: to.url.reveal(), schema: to.schema });
  const { tables, inTheWay } = found;
  const rows = tables.reduce((sum, each) => sum + each.rows, 0);
  const status = inTheWay.length === 0 ? exit.fine : exit.wrong;
  if (args.options.json === true) {
    out.write(
      `${JSON.stringify({ from: shownStore(from), to: shownStore(to), dryRun: true, rows, tables, inTheWay })}\n`,
    );
    return status;
  }
  const filled = tables.filter(each => each.rows > 0).map(each => [each.table, String(each.rows)]);
  const reasons = inTheWay.map(each => `but not now: ${each}\n`).join('');
  out.write(
    `${table(['table', 'rows'], filled, out.columns)}\n` +
      `${counted(rows, 'row')} would be moved to ${shownStore(to)}; nothing was\n${reasons}`,
  );
  return status;
}

async function goBack(from: Sqlite, { options }: Arguments, { out }: Surroundings): Promise<ExitStatus> {
  const { bringBack } = await import('../../inbox/move/move-source.ts');
  const { file, mark } = await bringBack(from.path);
  if (options.json === true) out.write(`${JSON.stringify({ file, movedTo: mark.to, at: mark.at })}\n`);
  else {
    out.write(
      `${file} can be started again: with what it had when it was moved to ${mark.to}, on ${new Date(mark.at).toISOString()}. ` +
        'It starts as a copy: paused, and bookings of before are not repeated by themselves. See that no bridge runs on the other any more.\n',
    );
  }
  return exit.fine;
}

const everyMs = 1000;

/** Shows the progress of a move each second: in a new line, or on a terminal in one changing line. */
function tellProgress(err: Surroundings['err']): {
  tell(progress: MoveProgress): void;
  end(): void;
} {
  let toldAt = Number.NEGATIVE_INFINITY;
  let hasOpenLine = false;
  return {
    tell(progress) {
      const now = performance.now();
      if (now - toldAt < everyMs) return;
      toldAt = now;
      err.write(err.isTTY ? `\r${progressWords(progress)}\x1b[K` : `${progressWords(progress)}\n`);
      hasOpenLine = err.isTTY === true;
    },
    end() {
      if (hasOpenLine) err.write('\n');
      hasOpenLine = false;
    },
  };
}

function progressWords({ step, table, rows, of, allRows, allOf }: MoveProgress): string {
  const share = allOf === 0 ? 100 : Math.floor((allRows / allOf) * 100);
  return `${step} ${share} %: ${allRows} of ${counted(allOf, 'row')}, now ${table}, ${rows} of ${of}`;
}
