import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How a process freezes: at the end of a transaction, or at any place within one. */
export type Freeze = 'between transactions' | 'anywhere';

/** Stops a process from outside: its statements, their responses, its timers and its network events. */
export interface Gate {
  isDead(): boolean;
  freeze(how: Freeze): void;
  thaw(): void;
  /** Stops the process for ever; PostgreSQL sees its connections break. */
  kill(): void;
  /** Calls `run` as soon as the process runs, or never if it is dead. */
  whenItRuns(run: () => void): void;
  /** Resolves as soon as the process runs. */
  running(): Promise<void>;
}

/** The delays and refusals of the statements of a process. */
export interface GateOptions {
  /** The additional duration of a statement, in milliseconds. */
  readonly delayMs: () => number;
  /** PostgreSQL refused a statement with this code (SQLSTATE). */
  readonly refused: (code: string) => void;
}

type Query = (this: pg.Client, ...given: unknown[]) => Promise<unknown>;

const gates = new Map<string, OpenGate>();
const query = pg.Client.prototype.query as Query;

/** Makes the gate of the process whose connections have this name. */
export function gateOf(name: string, options: GateOptions): Gate {
  const gate = new OpenGate(options);
  gates.set(name, gate);
  return gate;
}

/** Sends the statements of all processes that have a gate through it. */
export function useGates(): void {
  const through: Query = function (...given) {
    const { connectionParameters } = this as unknown as {
      connectionParameters: { application_name: string };
    };
    const gate = gates.get(connectionParameters.application_name);
    if (!gate) return query.apply(this, given);
    // The pool calls `query` with a callback; nothing that it sends that way matters for a frozen process.
    if (typeof given.at(-1) === 'function') return gate.isDead() ? never() : query.apply(this, given);
    return gate.pass(this, String(given[0]), () => query.apply(this, given));
  };
  Object.assign(pg.Client.prototype, { query: through });
}

class OpenGate implements Gate {
  readonly #options: GateOptions;
  readonly #clients = new Set<pg.Client>();
  /** The statement sent last over each connection, so that statements stay in order. */
  readonly #sent = new WeakMap<pg.Client, Promise<unknown>>();
  readonly #waiting = new Set<() => void>();
  #state: 'runs' | 'dead' | Freeze = 'runs';

  constructor(options: GateOptions) {
    this.#options = options;
  }

  isDead(): boolean {
    return this.#state === 'dead';
  }

  freeze(how: Freeze): void {
    if (this.#state === 'runs') this.#state = how;
  }

  thaw(): void {
    if (this.#state === 'dead') return;
    this.#state = 'runs';
    for (const run of this.#waiting) {
      this.#waiting.delete(run);
      run();
    }
  }

  kill(): void {
    this.#state = 'dead';
    this.#waiting.clear();
    for (const client of this.#clients) breakConnection(client);
  }

  whenItRuns(run: () => void): void {
    if (this.#state === 'runs') run();
    else if (this.#state !== 'dead') this.#waiting.add(run);
  }

  running(): Promise<void> {
    return new Promise(resolve => this.whenItRuns(resolve));
  }

  /** Forwards a statement and its response, each once the process runs. */
  async pass(client: pg.Client, text: string, run: () => Promise<unknown>): Promise<unknown> {
    this.#clients.add(client);
    if (this.isDead()) breakConnection(client);
    const before = this.#sent.get(client);
    const going = this.#goOn(text, before).then(() => ({ answer: run() }));
    this.#sent.set(client, going);
    const isLast = text === 'COMMIT' || text === 'ROLLBACK';
    try {
      const { answer: answering } = await going;
      const answer = await answering;
      await this.#mayGoOn(isLast);
      return answer;
    } catch (error) {
      if (!this.isDead()) this.#options.refused(String((error as { code?: string }).code));
      await this.#mayGoOn(isLast);
      throw error;
    }
  }

  async #goOn(text: string, before: Promise<unknown> | undefined): Promise<void> {
    await before;
    await this.#mayGoOn(text.startsWith('BEGIN'));
    const ms = this.#options.delayMs();
    if (ms > 0) await sleep(ms);
  }

  async #mayGoOn(isBetween: boolean): Promise<void> {
    if (this.#state === 'between transactions' && !isBetween) return;
    await this.running();
  }
}

function breakConnection(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

function never(): Promise<never> {
  return new Promise(() => {});
}
