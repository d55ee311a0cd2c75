import type { RowSchema } from './restAnswers.ts';

/** Comparisons of one column with values, two at most: a lower and an upper bound. */
export type Comparison<Value> = Partial<Record<'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte', Value>>;

/** Which rows a query returns. */
export interface TableQuery<Row> {
  /** Per column the value that it must have (`null` for no value), or comparisons. All conditions must be true. */
  where?: { [Column in keyof Row]?: Row[Column] | Comparison<Row[Column]> };
  /** The columns to sort by, the most important first; '-created_at' sorts in descending order. */
  order?: readonly ((keyof Row & string) | `-${keyof Row & string}`)[];
  /** At most 1,000 rows, which is also the default. */
  limit?: number;
  offset?: number;
}

/** A table of a remote: the signed-in user's rows. Every method throws a BackendError and nothing else. */
export interface Table<Row> {
  /** Returns the rows that match a query, each parsed with its schema. */
  list: (query?: TableQuery<Row>) => Promise<Row[]>;
  /** Inserts a row and returns it. The server sets missing columns. */
  insert: (row: Partial<Row>) => Promise<Row>;
  /** Changes a row. Throws `rejected`, code `no_row`, if it is deleted or not the user's. */
  update: (id: string, change: Partial<Row>) => Promise<Row>;
  /** Deletes a row. Throws like `update`. */
  remove: (id: string) => Promise<void>;
}

/** The tables of a remote (decision 041). */
export interface TableRepository {
  /**
   * Takes a table's name without the remote's ('entries' of notes is `notes_entries`) and the schema of its rows; returns
   * the table. Sends no request.
   */
  open: <Row extends object>(name: string, schema: RowSchema<Row>) => Table<Row>;
  /** Returns all rows of the user in all remotes' tables, by table, unparsed; complete or an error (rule own-data). */
  everything: () => Promise<Record<string, unknown[]>>;
}
