import { Pool, type ClientBase, type CustomTypesConfig, type PoolConfig } from 'pg';
import type { Transaction } from '../database.ts';
import { createWriter } from './values.ts';

type Rows = Record<string, unknown>[];

/** One connection of a pool, for a while. */
interface Held {
  query(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<{ rows: Rows; command: string; rowCount: number }>;
  exec(sql: string): Promise<unknown>;
  /** A connection in the middle of a transaction is ended: nothing of it reaches who comes next. */
  release(): void;
}

export type Connections = ReturnType<typeof openPool>;

/**
 * Opens a pool. A connection that was lost refuses whatever is still asked of it: a driver that connects anew would go on as the
 * owner of the database, without the role of the person whose request it was.
 */
export function openPool(config: PoolConfig, types: CustomTypesConfig, reportFault: (line: string) => void) {
  const pool = new Pool({ ...config, types });
  const write = createWriter();
  // Of a connection that no one holds: the next one who asks gets another.
  pool.on('error', (error) => reportFault(`A connection to the database was lost (${codeOf(error)}).`));

  async function ask(client: ClientBase, sql: string, parameters: readonly unknown[]) {
    const { rows, command, rowCount } = await client.query<Record<string, unknown>>(
      sql,
      await write(client, sql, parameters),
    );
    return { rows, command, rowCount: rowCount ?? 0 };
  }

  async function hold(): Promise<Held> {
    const client = await pool.connect();
    // What is asked next is refused, and says why.
    const ignore = () => {};
    client.on('error', ignore);
    return {
      query: (sql, parameters) => ask(client, sql, parameters),
      exec: (sql) => client.query(sql),
      release() {
        client.off('error', ignore);
        client.release(client.getTransactionStatus() !== 'I');
      },
    };
  }

  async function transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const held = await hold();
    let isRolledBack = false;
    try {
      await held.exec('begin');
      const result = await work({
        query: (sql, parameters = []) => held.query(sql, parameters),
        exec: held.exec,
        async rollback() {
          isRolledBack = true;
          await held.exec('rollback');
        },
      });
      if (!isRolledBack) await held.exec('commit');
      return result;
    } catch (error) {
      if (!isRolledBack) await held.exec('rollback').catch(() => undefined);
      throw error;
    } finally {
      held.release();
    }
  }

  return {
    hold,
    transaction,
    async query(sql: string, parameters: readonly unknown[] = []): Promise<Rows> {
      const held = await hold();
      try {
        return (await held.query(sql, parameters)).rows;
      } finally {
        held.release();
      }
    },
    end: () => pool.end(),
  };
}

/** What a log may say of an error of the driver: its code, and no text that others have written. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : 'the other side ended it';
}
