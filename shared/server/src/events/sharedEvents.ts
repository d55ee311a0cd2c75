import { recordedEventSchema, type RecordedEvent } from '@space/store';
import type { Query } from '../backend/database.ts';
import type { EventLog } from './eventLog.ts';

/** The number of stored events: about as many as the two files of `eventLog.ts` hold. */
const MAX = 40_000;
const CLEANUP_EACH = 500;
/** An event with a lower id may be committed after one with a higher id, so the last ids are read again. */
const REREAD_IDS = 200;

const parse = (row: Record<string, unknown>): RecordedEvent[] => {
  const { success, data } = recordedEventSchema.safeParse(row['event']);
  return success ? [data] : [];
};

/** Opens the log that all servers of a database share. Takes a function that queries the database. */
export function openSharedEventLog(query: Query): EventLog {
  let lastId: number | null = null;

  return {
    async add(event) {
      const recorded = { at: new Date().toISOString(), ...event };
      const [row] = await query('insert into better_space.events (event) values ($1) returning id', [
        JSON.stringify(recorded),
      ]);
      const id = Number(row?.['id']);
      if (id % CLEANUP_EACH === 0) await query('delete from better_space.events where id <= $1', [id - MAX]);
      return recorded;
    },
    async read() {
      const rows = await query(
        'select event from (select id, event from better_space.events order by id desc limit $1) as kept order by id',
        [MAX],
      );
      return rows.flatMap(parse);
    },
    async readFromOthers() {
      if (lastId === null) {
        const [row] = await query('select coalesce(max(id), 0) as id from better_space.events');
        lastId = Number(row?.['id']);
      }
      const rows = await query('select id, event from better_space.events where id > $1 order by id', [
        lastId - REREAD_IDS,
      ]);
      lastId = Math.max(lastId, Number(rows.at(-1)?.['id'] ?? 0));
      return rows.flatMap(parse);
    },
  };
}
