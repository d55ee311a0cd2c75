import * as z from 'zod/mini';
import { taskSchema } from '@space/domain';

const feedSchema = z.object({
  /** When one of the user's tasks was last changed. */
  changed_at: z.iso.datetime({ offset: true }),
  tasks: z.array(z.omit(taskSchema, { user_id: true, created_at: true })),
});

/** Fetches the feed of a secret. Resolves with null if the secret is unknown. */
export type FetchFeed = (secret: string) => Promise<z.infer<typeof feedSchema> | null>;

const TIMEOUT_MILLISECONDS = 10_000;

export interface FeedSource {
  /** The address of a hosted project, or of the embedded backend. */
  url: string;
  publishableKey: string;
  fetch: (request: Request) => Promise<Response>;
}

/**
 * Creates the function that fetches a feed by its secret, the same way from both backends: calendar_feed is open to
 * everyone with the publishable key. It rejects if the response is an error or invalid; no error contains the secret.
 */
export function createFetchFeed({ url, publishableKey, fetch }: FeedSource): FetchFeed {
  return async function fetchFeed(secret) {
    const request = new Request(`${url}/rest/v1/rpc/calendar_feed`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ secret }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const response = await fetch(request);
    if (!response.ok) throw new Error(`The backend answers ${response.status}`);
    const { success, data } = z.nullable(feedSchema).safeParse(await response.json());
    if (!success) throw new Error('The response of the backend is not a feed');
    return data;
  };
}
