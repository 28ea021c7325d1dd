import type pg from 'pg';
import type { EventOutcome, Status } from '../../event.ts';
import type { StatusNotice } from '../../status-notice.ts';
import { type SqlValue, sent } from './values.ts';

/** One transaction: its statements, and what follows from it once it is written. */
export class Transaction {
  readonly #client: pg.ClientBase;
  readonly #pipeline: boolean;
  readonly #notices: StatusNotice[] = [];
  readonly #eventOutcomes: EventOutcome[] = [];
  readonly #writing: Promise<unknown>[] = [];
  /** The statement that was sent last, where each waits for the one before. */
  #last: Promise<unknown> = Promise.resolve();
  /** What the first statement failed with that did, or the work: what a part of it still wants would stand alone. */
  #fault: { readonly error: unknown } | undefined;
  #isOver = false;

  /** `pipeline`: whether statements may be sent before the one before is answered. */
  constructor(client: pg.ClientBase, pipeline: boolean) {
    this.#client = client;
    this.#pipeline = pipeline;
  }

  /** Begins it, to be called first. What only reads need not wait for the answer: where the beginning fails, it does too. */
  begin(sql: string): Promise<unknown> {
    const beginning = this.#client.query(sql).catch(error => {
      throw this.fail(error);
    });
    this.#last = beginning.catch(() => {});
    return beginning;
  }

  /** The first row, if there is one. `Row` names the columns that the statement gives. */
  async get<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    const rows = await this.all<Row>(sql, ...values);
    return rows[0];
  }

  async all<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    const result = await this.#send(sql, values);
    return result.rows as Row[];
  }

  /** Answers how many rows were changed. Where nobody needs to know, `write` is faster. */
  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    const result = await this.#send(sql, values);
    return result.rowCount ?? 0;
  }

  /**
   * Sends a statement without waiting for its answer: what follows is sent right behind it, and done after it. Where it
   * fails, all that follows does, and the transaction.
   */
  write(sql: string, ...values: readonly SqlValue[]): void {
    // Its fault is kept.
    this.#writing.push(this.#send(sql, values).catch(() => {}));
  }

  /**
   * Sends nothing more after this.
   * @throws what the first statement failed with that did
   */
  end(): void {
    this.#isOver = true;
    if (this.#fault) throw this.#fault.error;
  }

  /**
   * Resolves when all that was written is answered.
   * @throws what the first statement failed with that did
   */
  async written(): Promise<void> {
    await Promise.all(this.#writing);
    if (this.#fault) throw this.#fault.error;
  }

  /** Sends nothing more; answers why the transaction failed, where its work ended with this. */
  fail(error: unknown): unknown {
    this.#isOver = true;
    this.#fault ??= { error };
    return this.#fault.error;
  }

  async #send(sql: string, values: readonly SqlValue[]): Promise<pg.QueryResult> {
    if (this.#isOver) throw this.#fault?.error ?? new Error('the transaction is over');
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

  /** Notes what the transaction makes of a call or an event, to be given out once it is on disk. */
  addNotice(notice: StatusNotice): void {
    this.#notices.push(notice);
  }

  /** Notes what the transaction makes of an event, to be counted once it is on disk; that it waits counts nowhere. */
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
