import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { EventOutcome, Status } from '../../event.ts';
import type { StatusNotice } from '../../status-notice.ts';

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

  /** Returns the first row, if there is one. `Row` names the selected columns. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  /** Yields the rows one after another. */
  iterate<Row>(sql: string, ...values: SQLInputValue[]): Iterable<Row> {
    return this.#statement(sql).iterate(...values) as Iterable<Row>;
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** Inserts a row and returns its integer key. */
  insert(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  /** Runs statements without results. */
  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /** Adds a notice about a call or an event, to be reported once the transaction is on disk. */
  addNotice(notice: StatusNotice): void {
    this.#notices.push(notice);
  }

  /** Returns the notices since the last call. */
  takeNotices(): readonly StatusNotice[] {
    if (this.#notices.length === 0) return none;
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** Adds the outcome of an event, to be counted once the transaction is on disk. `queued` is not counted. */
  addEventOutcome(source: string, status: Status, sequence: number): void {
    if (status !== 'queued') this.#eventOutcomes.push({ source, status, sequence });
  }

  /** Returns the event outcomes since the last call of `takeEventOutcomes`, and keeps them. */
  get eventOutcomes(): readonly EventOutcome[] {
    return this.#eventOutcomes;
  }

  /** Returns the event outcomes since the last call. */
  takeEventOutcomes(): readonly EventOutcome[] {
    if (this.#eventOutcomes.length === 0) return none;
    const outcomes = this.#eventOutcomes;
    this.#eventOutcomes = [];
    return outcomes;
  }

  /** Counts a merge of lanes, even if the transaction is rolled back. */
  noteJoin(): void {
    this.#joins += 1;
  }

  /** The number of merged lanes. */
  get joins(): number {
    return this.#joins;
  }

  /** True if a transaction is open. SQLite ends some automatically when the disk fails. */
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
