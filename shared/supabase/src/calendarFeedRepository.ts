import type { PostgrestClient } from '@supabase/postgrest-js';
import { restFailure, type RestAnswer } from './failures.ts';
import { unreadable } from './restAnswers.ts';
import type { CalendarFeedRepository } from './types.ts';

const SECRET = /^[0-9a-f]{64}$/;

/** Makes the repository of the calendar feed. See CalendarFeedRepository for what each method promises. */
export function createCalendarFeedRepository(client: PostgrestClient): CalendarFeedRepository {
  async function call(name: string): Promise<RestAnswer> {
    const answer: RestAnswer = await client.rpc(name);
    if (answer.error) throw restFailure(answer.error, answer.status);
    return answer;
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
