import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { EventOutcome, Status } from '../event.ts';
import type { StatusNotice } from '../status-notice.ts';

/** A connection that keeps its statements prepared: preparing one costs four times as much as running it. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #notices: StatusNotice[] = [];
  #eventOutcomes: EventOutcome[] = [];
  #joins = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The first row, if there is one. `Row` names the columns that the statement gives. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  /** The rows one after another, as they are asked for. */
  iterate<Row>(sql: string, ...values: SQLInputValue[]): Iterable<Row> {
    return this.#statement(sql).iterate(...values) as Iterable<Row>;
  }

  /** Answers how many rows were changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** Inserts a row and answers its integer key. */
  insert(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  /** Runs statements whose results nobody needs. */
  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /** Notes what the transaction makes of a call or an event, to be given out once it is on disk. */
  addNotice(notice: StatusNotice): void {
    this.#notices.push(notice);
  }

  /** What was noted since this was asked last. */
  takeNotices(): readonly StatusNotice[] {
    if (this.#notices.length === 0) return none;
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** Notes what the transaction makes of an event, to be counted once it is on disk; that it waits counts nowhere. */
  addEventOutcome(source: string, status: Status, sequence: number): void {
    if (status !== 'queued') this.#eventOutcomes.push({ source, status, sequence });
  }

  /** The same, and it stays noted. */
  get eventOutcomes(): readonly EventOutcome[] {
    return this.#eventOutcomes;
  }

  /** What was noted of events since this was asked last. */
  takeEventOutcomes(): readonly EventOutcome[] {
    if (this.#eventOutcomes.length === 0) return none;
    const outcomes = this.#eventOutcomes;
    this.#eventOutcomes = [];
    return outcomes;
  }

  /** Notes that lanes become one, whether that is written in the end or not. */
  noteJoin(): void {
    this.#joins += 1;
  }

  /** How often that was noted. */
  get joins(): number {
    return this.#joins;
  }

  /** Whether a transaction is open. SQLite ends some by itself where the disk fails. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

const none: readonly never[] = [];
