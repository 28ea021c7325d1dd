import type pg from 'pg';
import type { EventOutcome, Status } from '../../event.ts';
import type { StatusNotice } from '../../status-notice.ts';
import { type SqlValue, sent } from './values.ts';

/**
 * A SQL condition that is true only in a transaction whose BEGIN succeeded. With it in the WHERE, a statement changes
 * nothing if its BEGIN failed, so it can be sent right behind the BEGIN.
 */
export const isBegun = "current_setting('fieldbridge.begun', true) = 'yes'";

/** The statement after BEGIN that makes `isBegun` true until the transaction ends. */
export const noteBegun = "SET LOCAL fieldbridge.begun TO 'yes';";

/** One transaction: its statements, and the notices and outcomes that are reported once it is committed. */
export class Transaction {
  readonly #client: pg.ClientBase;
  readonly #pipeline: boolean;
  readonly #notices: StatusNotice[] = [];
  readonly #eventOutcomes: EventOutcome[] = [];
  readonly #writing: Promise<unknown>[] = [];
  /** The last sent statement, if each statement waits for the previous one. */
  #last: Promise<unknown> = Promise.resolve();
  /**
   * The statements to be sent after the response to BEGIN, in order; undefined if that has arrived, or nothing must
   * wait for it.
   */
  #held: (() => void)[] | undefined;
  /**
   * The error of the first failed statement, or of the work. After it nothing is sent, because it would run outside the
   * transaction.
   */
  #fault: { readonly error: unknown } | undefined;
  #isOver = false;

  /** `pipeline`: true if a statement may be sent before the response to the previous one. */
  constructor(client: pg.ClientBase, pipeline: boolean) {
    this.#client = client;
    this.#pipeline = pipeline;
  }

  /**
   * Begins the transaction; call it first. Statements may be requested before the response. Those that would change
   * something after a failed BEGIN wait for it, with all statements after them. If BEGIN fails, all of them fail.
   */
  async begin(sql: string): Promise<unknown> {
    if (this.#pipeline) this.#held = [];
    const beginning = this.#client.query(sql).catch(error => {
      throw this.fail(error);
    });
    this.#last = beginning.catch(() => {});
    try {
      return await beginning;
    } finally {
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const send of held) send();
    }
  }

  /** Returns the first row, if there is one. `Row` names the selected columns. */
  async get<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    const rows = await this.all<Row>(sql, ...values);
    return rows[0];
  }

  async all<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    const result = await this.#send(sql, values);
    return result.rows as Row[];
  }

  /** Returns the number of changed rows. `write` is faster if the number is not needed. */
  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    const result = await this.#send(sql, values);
    return result.rowCount ?? 0;
  }

  /**
   * Sends a statement without waiting for its response. Later statements are sent right behind it and run after it. If
   * it fails, they fail too, and so does the transaction.
   */
  write(sql: string, ...values: readonly SqlValue[]): void {
    // The error is kept in `#fault`.
    this.#writing.push(this.#send(sql, values).catch(() => {}));
  }

  /**
   * Sends a statement like `write`; its rows may be read once the transaction is committed. If it fails, the
   * transaction fails with its error.
   */
  later<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    const rows = this.#send(sql, values).then(result => result.rows as Row[]);
    // The error is kept in `#fault`.
    this.#writing.push(rows.catch(() => {}));
    return rows;
  }

  /** True if a statement waits for the response to BEGIN, or for the previous statement. */
  get isHeldBack(): boolean {
    return !this.#pipeline || (this.#held !== undefined && this.#held.length > 0);
  }

  /**
   * Ends the transaction for further statements.
   * @throws the error of the first failed statement
   */
  end(): void {
    this.#isOver = true;
    if (this.#fault) throw this.#fault.error;
  }

  /** Resolves after the responses to all statements of `write`. @throws the error of the first failed statement */
  async written(): Promise<void> {
    await Promise.all(this.#writing);
    if (this.#fault) throw this.#fault.error;
  }

  /** Ends the transaction after an error of its work; returns the first error of the transaction. */
  fail(error: unknown): unknown {
    this.#isOver = true;
    this.#fault ??= { error };
    return this.#fault.error;
  }

  async #send(sql: string, values: readonly SqlValue[]): Promise<pg.QueryResult> {
    if (this.#isOver) throw this.#fault?.error ?? new Error('the transaction is over');
    const held = this.#held;
    if (held && (held.length > 0 || !changesNothingAlone(sql)))
      return new Promise((resolve, reject) => {
        held.push(() => this.#query(sql, values).then(resolve, reject));
      });
    if (this.#pipeline) return this.#query(sql, values);
    const sending = this.#last.then(() => this.#query(sql, values));
    this.#last = sending.catch(() => {});
    return sending;
  }

  async #query(sql: string, values: readonly SqlValue[]): Promise<pg.QueryResult> {
    if (this.#fault) throw this.#fault.error;
    try {
      return await this.#client.query(sql, values.map(sent));
    } catch (error) {
      throw this.fail(error);
    }
  }

  /** Adds a notice about a call or an event, to be reported once the transaction is on disk. */
  addNotice(notice: StatusNotice): void {
    this.#notices.push(notice);
  }

  /** Adds the outcome of an event, to be counted once the transaction is on disk. `queued` is not counted. */
  addEventOutcome(source: string, status: Status, sequence: number): void {
    if (status !== 'queued') this.#eventOutcomes.push({ source, status, sequence });
  }

  get notices(): readonly StatusNotice[] {
    return this.#notices;
  }

  get eventOutcomes(): readonly EventOutcome[] {
    return this.#eventOutcomes;
  }
}

/** Returns true if a statement changes nothing when it runs outside its transaction. */
function changesNothingAlone(sql: string): boolean {
  return /^\s*SELECT\b/.test(sql) || sql.includes(isBegun);
}
