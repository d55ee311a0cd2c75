import type { Connection } from '@supabase/lite';

/** Runs queries in a transaction. */
export interface Transaction {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Runs one or more statements without parameters. */
  exec(sql: string): Promise<unknown>;
  rollback(): Promise<void>;
}

/** Runs a query as the database's owner. Returns its rows. */
export type Query = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Access to the state that several servers of one database share (decision 049). */
export interface Shared {
  query: Query;
  /** A keyed hash of 43 characters, the same on all servers, to store instead of an IP address or an account. */
  nameOf(text: string): string;
}

/**
 * The interface of a database, implemented by the embedded one (`embedded.ts`) and by PostgreSQL (`postgres/postgres.ts`).
 * The library behind /auth/v1 and /rest/v1 gets only `connection`; nothing but that library uses `connection`.
 */
export interface Database {
  connection: Connection;
  query: Query;
  /** Runs work in a transaction, and then clears the library's schema cache, so that it sees new tables. */
  change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Resolves when all commits are on the disk; at once if the durability is relaxed. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
