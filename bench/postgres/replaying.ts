import type { Socket } from 'node:net';
import pg from 'pg';
import { type Exchange, readyReader, statementsIn } from './recording.ts';

/** The exchanges of a process with PostgreSQL, in the order in which they ended. */
export interface Recording {
  readonly exchanges: readonly Exchange[];
}

/** The result of replaying a recording. */
export interface Played {
  readonly seconds: number;
  readonly transactions: number;
  readonly statements: number;
  /** The number of statements that PostgreSQL unexpectedly refused. */
  readonly errors: number;
}

/** Transactions of a kind come one after the other, as they did, and after those that gave them what they are about. */
type Kind = 'add' | 'plan' | 'claim' | 'begin' | 'settle' | 'other';
const followsFrom: Readonly<Record<Kind, readonly Kind[]>> = {
  add: [],
  plan: ['add'],
  claim: ['add', 'plan'],
  begin: ['claim', 'settle'],
  settle: ['begin'],
  other: ['add'],
};

/** The kinds in every recording; if one is missing, the text that identifies it has changed. */
const told: readonly Kind[] = ['add', 'claim', 'begin', 'settle'];

interface PlayedTransaction {
  readonly process: number;
  readonly kind: Kind;
  /** Its kind, of its process. */
  readonly stream: string;
  readonly exchanges: readonly Exchange[];
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** `together`: what was sent before it was answered is sent so again; `alone`: each statement waits for the one before. */
export type Sending = 'together' | 'alone';

/** As many as a process has, and three for moments at its start. */
const connectionsOfProcess = 8;

/**
 * Plays what processes said to an empty database to another empty one, as fast as that takes it: the same bytes in the same
 * transactions on as many connections, and nothing else. What was said before `from` is played first, in its order, and
 * does not count.
 */
export async function playRecordings(
  url: string,
  recordings: readonly Recording[],
  { from, sending }: { readonly from: number; readonly sending: Sending },
): Promise<Played> {
  const all = recordings.flatMap(({ exchanges }, process) =>
    transactionsOf(sending === 'alone' ? exchanges.flatMap(apart) : exchanges, process),
  );
  for (const kind of told) {
    if (all.every(each => each.kind !== kind))
      throw new Error(`no transaction is known by its text: ${kind}`);
  }
  const before = all.filter(({ sentAt }) => sentAt < from);
  const counted = all.filter(({ sentAt }) => sentAt >= from);
  const pools = await Promise.all(recordings.map(() => openPool(url, connectionsOfProcess)));
  const prepared = await play(
    before.map(each => ({ ...each, stream: 'all' })),
    pools,
  );
  const started = performance.now();
  const errors = await play(counted, pools);
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(pools.map(pool => pool.close()));
  if (process.env.KINDS && sending === 'together') tellKinds(counted);
  const statements = counted.reduce((sum, each) => sum + statementsOf(each), 0);
  return { seconds, transactions: counted.length, statements, errors: errors + prepared };
}

/** Prints the transactions of each kind: their number, their statements, and how long each was open. */
function tellKinds(transactions: readonly PlayedTransaction[]): void {
  for (const [kind, those] of Map.groupBy(transactions, each => each.kind)) {
    const sum = (of: (each: PlayedTransaction) => number) => those.reduce((all, each) => all + of(each), 0);
    const ms = sum(({ sentAt, answeredAt }) => answeredAt - sentAt) / those.length;
    const statements = sum(statementsOf) / those.length;
    const exchanges = sum(each => each.exchanges.length) / those.length;
    console.log(
      `    ${kind}: ${those.length}, of ${statements.toFixed(1)} statements in ${exchanges.toFixed(1)} exchanges, ${ms.toFixed(1)} ms`,
    );
  }
}

/** Splits an exchange into one for each statement; all but the last leave the transaction open. */
function apart(exchange: Exchange): readonly Exchange[] {
  const all = statementsIn(exchange.bytes);
  return all.map((bytes, index) => ({
    ...exchange,
    bytes,
    statements: 1,
    isOpen: index < all.length - 1 || exchange.isOpen,
  }));
}

function statementsOf({ exchanges }: PlayedTransaction): number {
  return exchanges.reduce((sum, { statements }) => sum + statements, 0);
}

/** Returns the number of refused statements. */
async function play(transactions: readonly PlayedTransaction[], pools: readonly BarePool[]): Promise<number> {
  const streams = new Map<string, Stream>();
  for (const [stream, those] of Map.groupBy(transactions, each => each.stream)) {
    streams.set(stream, {
      kind: those[0]?.kind ?? 'other',
      progress: createProgress(those.toSorted((a, b) => a.answeredAt - b.answeredAt)),
    });
  }
  const inOrder = transactions.toSorted((a, b) => a.sentAt - b.sentAt);
  const errors = inOrder.map(async transaction => {
    const first = [...streams].filter(
      ([name, { kind }]) => name === transaction.stream || followsFrom[transaction.kind].includes(kind),
    );
    await Promise.all(first.map(([, { progress }]) => progress.until(transaction.sentAt)));
    const refused = (await pools[transaction.process]?.play(transaction)) ?? 0;
    streams.get(transaction.stream)?.progress.done(transaction);
    return refused;
  });
  return (await Promise.all(errors)).reduce((sum, each) => sum + each, 0);
}

interface Stream {
  readonly kind: Kind;
  readonly progress: Progress;
}

function transactionsOf(exchanges: readonly Exchange[], process: number): readonly PlayedTransaction[] {
  const transactions: PlayedTransaction[] = [];
  for (const ofConnection of Map.groupBy(exchanges, ({ connection }) => connection).values()) {
    let open: Exchange[] = [];
    for (const exchange of ofConnection) {
      open.push(exchange);
      if (exchange.isOpen) continue;
      transactions.push(transactionOf(open, process));
      open = [];
    }
  }
  return transactions;
}

function transactionOf(exchanges: readonly Exchange[], process: number): PlayedTransaction {
  const said = exchanges.map(({ bytes }) => bytes.toString('latin1')).join('\n');
  const kind = kindOfText(said);
  return {
    process,
    kind,
    stream: `${process} ${kind}`,
    exchanges,
    sentAt: exchanges[0]?.sentAt ?? 0,
    answeredAt: exchanges.at(-1)?.answeredAt ?? 0,
  };
}

function kindOfText(said: string): Kind {
  if (said.includes('INSERT INTO request')) return 'add';
  if (said.includes('DELETE FROM attempt_in_flight WHERE call = ANY')) return 'settle';
  if (said.includes('due_at BETWEEN wanted.mark')) return 'claim';
  if (said.includes('JOIN attempt_in_flight ON attempt_in_flight.call = asked.call')) return 'begin';
  if (/planning_mark|WHERE planning > 0 ORDER BY sequence LIMIT|UPDATE event SET planning/.test(said))
    return 'plan';
  return 'other';
}

/** The finished transactions of a stream, in their recorded order. */
interface Progress {
  /** Resolves when all transactions that had ended by this time of the recording are done again. */
  until(sentAt: number): Promise<void>;
  done(transaction: PlayedTransaction): void;
}

function createProgress(ends: readonly PlayedTransaction[]): Progress {
  const isDone = new Set<PlayedTransaction>();
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let first = 0;
  return {
    until(sentAt) {
      const count = ends.findLastIndex(({ answeredAt }) => answeredAt <= sentAt) + 1;
      if (count <= first) return Promise.resolve();
      return new Promise(resolve => waiting.push({ count, resolve }));
    },
    done(transaction) {
      isDone.add(transaction);
      for (let next = ends[first]; next && isDone.has(next); next = ends[first]) first += 1;
      for (const each of waiting.splice(0)) {
        if (each.count <= first) each.resolve();
        else waiting.push(each);
      }
    },
  };
}

/** Some bare connections, each of which replays one transaction at a time. */
interface BarePool {
  /** Returns the number of refused statements. */
  play(transaction: PlayedTransaction): Promise<number>;
  close(): Promise<void>;
}

async function openPool(url: string, size: number): Promise<BarePool> {
  const all = await Promise.all(Array.from({ length: size }, () => openBare(url)));
  const idle = [...all];
  const waiting: ((connection: BareConnection) => void)[] = [];
  return {
    async play({ exchanges }) {
      const connection = idle.pop() ?? (await new Promise<BareConnection>(resolve => waiting.push(resolve)));
      let errors = 0;
      for (const { bytes, statements } of exchanges) errors += await connection.send(bytes, statements);
      const next = waiting.shift();
      if (next) next(connection);
      else idle.push(connection);
      return errors;
    },
    async close() {
      await Promise.all(all.map(connection => connection.close()));
    },
  };
}

/** A connection that sends bytes as they are. */
interface BareConnection {
  /** Sends statements; returns the number of errors after all responses. */
  send(bytes: Buffer, statements: number): Promise<number>;
  close(): Promise<void>;
}

async function openBare(url: string): Promise<BareConnection> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.removeAllListeners('data');
  let answered = (_errors: number) => {};
  stream.on(
    'data',
    readyReader((_isOpen, errors) => answered(errors)),
  );
  return {
    send: (bytes, statements) =>
      new Promise(resolve => {
        let left = statements;
        let all = 0;
        answered = errors => {
          left -= 1;
          all += errors;
          if (left === 0) resolve(all);
        };
        stream.write(bytes);
      }),
    async close() {
      stream.removeAllListeners();
      stream.on('error', () => {});
      stream.destroy();
    },
  };
}
