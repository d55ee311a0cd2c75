import type { Connection } from '@supabase/lite';

/** Asks in a transaction. */
export interface Transaction {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Runs statements without parameters, several of them as well. */
  exec(sql: string): Promise<unknown>;
  rollback(): Promise<void>;
}

/** Asks as the database's owner. */
export type Query = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/** What the servers of one database agree on is asked there (decision 049). */
export interface Shared {
  query: Query;
  /** A name for what must not be readable there: an address, an account. The same on all servers, of 43 letters. */
  nameOf(text: string): string;
}

/**
 * All that this server needs of a database: the embedded one (`embedded.ts`) and a PostgreSQL (`postgres/postgres.ts`) are such.
 * The library behind /auth/v1 and /rest/v1 gets the connection and nothing else; nothing but that library uses it.
 */
export interface Database {
  connection: Connection;
  query: Query;
  /** Runs work in a transaction; what is asked afterwards knows of tables that are new. */
  change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Returns when all that was committed is on the disk; at once where the durability is relaxed. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
