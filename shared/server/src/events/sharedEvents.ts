import { recordedEventSchema, type RecordedEvent } from '@space/store';
import type { Query } from '../backend/database.ts';
import type { EventLog } from './eventLog.ts';

/** As many as two files hold. */
const KEPT = 40_000;
const TIDIED_EACH = 500;
/** An event with a lower number may be committed after one with a higher: so many are looked at again. */
const LOOKED_AT_AGAIN = 200;

const parse = (row: Record<string, unknown>): RecordedEvent[] => {
  const { success, data } = recordedEventSchema.safeParse(row['event']);
  return success ? [data] : [];
};

/** Opens the log that all servers of a database write. Takes what asks that database. */
export function shareEvents(query: Query): EventLog {
  let seen: number | null = null;

  return {
    async add(event) {
      const recorded = { at: new Date().toISOString(), ...event };
      const [row] = await query('insert into better_space.events (event) values ($1) returning id', [
        JSON.stringify(recorded),
      ]);
      const id = Number(row?.['id']);
      if (id % TIDIED_EACH === 0) await query('delete from better_space.events where id <= $1', [id - KEPT]);
      return recorded;
    },
    async read() {
      const rows = await query(
        'select event from (select id, event from better_space.events order by id desc limit $1) as kept order by id',
        [KEPT],
      );
      return rows.flatMap(parse);
    },
    async fromOthers() {
      if (seen === null) {
        const [row] = await query('select coalesce(max(id), 0) as id from better_space.events');
        seen = Number(row?.['id']);
      }
      const rows = await query('select id, event from better_space.events where id > $1 order by id', [
        seen - LOOKED_AT_AGAIN,
      ]);
      seen = Math.max(seen, Number(rows.at(-1)?.['id'] ?? 0));
      return rows.flatMap(parse);
    },
  };
}
