import type pg from 'pg';
import type { EventOutcome, Status } from '../../event.ts';
import type { StatusNotice } from '../../status-notice.ts';
import { type SqlValue, sent } from './values.ts';

/** One transaction: its statements, and what follows from it once it is written. */
export class Transaction {
  readonly #client: pg.ClientBase;
  readonly #notices: StatusNotice[] = [];
  readonly #eventOutcomes: EventOutcome[] = [];

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** The first row, if there is one. `Row` names the columns that the statement gives. */
  async get<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    const rows = await this.all<Row>(sql, ...values);
    return rows[0];
  }

  async all<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    const result = await this.#client.query(sql, values.map(sent));
    return result.rows as Row[];
  }

  /** Answers how many rows were changed. */
  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    const result = await this.#client.query(sql, values.map(sent));
    return result.rowCount ?? 0;
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
