import { Pool, type ClientBase, type CustomTypesConfig, type PoolConfig } from 'pg';
import type { Transaction } from '../database.ts';
import { createParameterEncoder } from './values.ts';

type Rows = Record<string, unknown>[];

/** A connection that was acquired from the pool. */
interface PooledConnection {
  query(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<{ rows: Rows; command: string; rowCount: number }>;
  exec(sql: string): Promise<unknown>;
  /** Returns the connection to the pool, or closes it if a transaction is still open, which must not leak. */
  release(): void;
}

export type Connections = ReturnType<typeof openPool>;

/**
 * Opens a pool. A lost connection rejects all further queries. If the driver reconnected instead, they would run as the
 * owner of the database, without the role of the user whose request it is.
 */
export function openPool(config: PoolConfig, types: CustomTypesConfig, reportFault: (line: string) => void) {
  const pool = new Pool({ ...config, types });
  const encode = createParameterEncoder();
  // Emitted for an idle connection: the next query gets a new one.
  pool.on('error', (error) => reportFault(`A connection to the database was lost (${codeOf(error)}).`));

  async function runQuery(client: ClientBase, sql: string, parameters: readonly unknown[]) {
    const { rows, command, rowCount } = await client.query<Record<string, unknown>>(
      sql,
      await encode(client, sql, parameters),
    );
    return { rows, command, rowCount: rowCount ?? 0 };
  }

  async function acquire(): Promise<PooledConnection> {
    const client = await pool.connect();
    // The next query on this connection rejects with the reason.
    const ignore = () => {};
    client.on('error', ignore);
    return {
      query: (sql, parameters) => runQuery(client, sql, parameters),
      exec: (sql) => client.query(sql),
      release() {
        client.off('error', ignore);
        client.release(client.getTransactionStatus() !== 'I');
      },
    };
  }

  async function transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const pooled = await acquire();
    let isRolledBack = false;
    try {
      await pooled.exec('begin');
      const result = await work({
        query: (sql, parameters = []) => pooled.query(sql, parameters),
        exec: pooled.exec,
        async rollback() {
          isRolledBack = true;
          await pooled.exec('rollback');
        },
      });
      if (!isRolledBack) await pooled.exec('commit');
      return result;
    } catch (error) {
      if (!isRolledBack) await pooled.exec('rollback').catch(() => undefined);
      throw error;
    } finally {
      pooled.release();
    }
  }

  return {
    acquire,
    transaction,
    async query(sql: string, parameters: readonly unknown[] = []): Promise<Rows> {
      const pooled = await acquire();
      try {
        return (await pooled.query(sql, parameters)).rows;
      } finally {
        pooled.release();
      }
    },
    end: () => pool.end(),
  };
}

/** The part of a driver's error that may be logged: its code, but no message, which may contain user data. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : 'closed by the other side';
}
