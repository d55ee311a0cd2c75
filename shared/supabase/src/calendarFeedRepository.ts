import type { PostgrestClient } from '@supabase/postgrest-js';
import { restFailure, type RestAnswer } from './failures.ts';
import { unreadable } from './restAnswers.ts';
import type { CalendarFeedRepository } from './types.ts';

const SECRET = /^[0-9a-f]{64}$/;

/** Creates the calendar feed repository. See CalendarFeedRepository for what each method promises. */
export function createCalendarFeedRepository(client: PostgrestClient): CalendarFeedRepository {
  async function call(name: string): Promise<RestAnswer> {
    const response: RestAnswer = await client.rpc(name);
    if (response.error) throw restFailure(response.error, response.status);
    return response;
  }

  return {
    async since() {
      const { data, status } = await call('calendar_feed_since');
      if (data === null || typeof data === 'string') return data;
      throw unreadable(status);
    },
    async renew() {
      const { data, status } = await call('renew_calendar_feed');
      if (typeof data === 'string' && SECRET.test(data)) return data;
      throw unreadable(status);
    },
    async withdraw() {
      await call('withdraw_calendar_feed');
    },
  };
}
