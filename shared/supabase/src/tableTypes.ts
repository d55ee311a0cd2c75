import type { RowSchema } from './restAnswers.ts';

/** Comparisons of one column, two at most: from and to. */
export type Comparison<Value> = Partial<Record<'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte', Value>>;

/** Which rows are asked for. */
export interface TableQuery<Row> {
  /** By column: the value that it has (`null`: none), or comparisons. All of them hold. */
  where?: { [Column in keyof Row]?: Row[Column] | Comparison<Row[Column]> };
  /** Columns, the first one first; '-created_at': the other way round. */
  order?: readonly ((keyof Row & string) | `-${keyof Row & string}`)[];
  /** 1,000 rows at most, which is also the default. */
  limit?: number;
  offset?: number;
}

/** A table of a remote: the signed-in user's rows. Every method throws a BackendError and nothing else. */
export interface Table<Row> {
  /** The rows that a query asks for, each as its schema reads it. */
  list: (query?: TableQuery<Row>) => Promise<Row[]>;
  /** Adds a row. The server sets what is left out. */
  insert: (row: Partial<Row>) => Promise<Row>;
  /** Changes a row. Throws `rejected`, code `no_row`, when it is gone or not ours. */
  update: (id: string, change: Partial<Row>) => Promise<Row>;
  /** Deletes a row. Throws as `update`. */
  remove: (id: string) => Promise<void>;
}

/** The tables of a remote (decision 041). */
export interface TableRepository {
  /**
   * A table by its name without the remote's: 'entries' of notes is `notes_entries`. Takes the schema of its rows as well; asks
   * nothing yet.
   */
  open: <Row extends object>(name: string, schema: RowSchema<Row>) => Table<Row>;
  /** Every row that the user has in the tables of any remote, as the server keeps it, by table: complete, or an error (rule own-data). */
  everything: () => Promise<Record<string, unknown[]>>;
}
