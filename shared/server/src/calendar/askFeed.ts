import * as z from 'zod/mini';
import { taskSchema } from '@space/domain';

const feedSchema = z.object({
  /** When any of the user's tasks was changed last. */
  changed_at: z.iso.datetime({ offset: true }),
  tasks: z.array(z.omit(taskSchema, { user_id: true, created_at: true })),
});

/** Asks what a secret opens; null: nothing. */
export type AskFeed = (secret: string) => Promise<z.infer<typeof feedSchema> | null>;

const PATIENCE_MILLISECONDS = 10_000;

export interface FeedSource {
  /** Of a hosted project, or of the embedded backend. */
  url: string;
  publishableKey: string;
  fetch: (request: Request) => Promise<Response>;
}

/**
 * Makes the question what a secret opens, in the same words for both backends: calendar_feed is for all who have the
 * publishable key. It rejects when there is no such answer, and nothing that it throws holds the secret.
 */
export function createAskFeed({ url, publishableKey, fetch }: FeedSource): AskFeed {
  return async function askFeed(secret) {
    const request = new Request(`${url}/rest/v1/rpc/calendar_feed`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ secret }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    const answer = await fetch(request);
    if (!answer.ok) throw new Error(`The backend answers ${answer.status}`);
    const { success, data } = z.nullable(feedSchema).safeParse(await answer.json());
    if (!success) throw new Error('The backend answers with what is no feed');
    return data;
  };
}
