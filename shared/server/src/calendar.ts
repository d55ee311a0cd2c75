import { createHash } from 'node:crypto';
import { taskSchema } from '@space/domain';
import { calendarFeed } from '@space/domain/calendar';
import { errorMessage } from '@space/store';
import * as z from 'zod/mini';
import { createQueue, waitInWords } from './gateway/limits.ts';
import { RESPONSE_HEADERS, hasGoneAway, revalidate, textResponse, type HttpContext } from './http/respond.ts';
import type { BackendParts, SiteParts } from './parts.ts';

const SECRET = /^\/calendar\/([0-9a-f]{64})\.ics$/;
const PRIVATE = { 'X-Robots-Tag': 'noindex' };
const TIMEOUT_MILLISECONDS = 10_000;

const feedSchema = z.object({
  changed_at: z.iso.datetime({ offset: true }),
  tasks: z.array(z.omit(taskSchema, { user_id: true, created_at: true })),
});

/** The feed of a secret, or null, from either backend. Rejects if the response is no feed. */
async function fetchFeed({ apiUrl, publishableKey, fetch }: BackendParts, secret: string) {
  const request = new Request(`${apiUrl}/rest/v1/rpc/calendar_feed`, {
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
}

/** Serves calendars. The secret is in no log. Even a malformed one is looked up and counts as a guess. */
export function createCalendar(parts: SiteParts & BackendParts) {
  const { limits, client, reportFault } = parts;
  const work = createQueue({ running: 1, waiting: 64, waitingEach: 16 });
  const respond = (status: number, text: string, headers: Record<string, string> = {}) =>
    textResponse(status, text, { ...PRIVATE, ...headers });
  const retryLater = (status: number, text: string, delay: number) =>
    respond(status, `${text} Please try again in ${waitInWords(delay)}.`, { 'Retry-After': String(delay) });

  return async (context: HttpContext): Promise<Response> => {
    const address = client.addressOf(context.env.incoming);
    const wait = await limits.takeAll([
      ['calendar-address', address],
      ['wrong-calendar-address', address],
    ]);
    if (wait !== null) return retryLater(429, 'Too many attempts.', wait);
    const fetching = () => fetchFeed(parts, SECRET.exec(context.req.path)?.[1] ?? '');
    const found = await work
      .enqueue(address, () => hasGoneAway(context), fetching)
      .catch((error: unknown) => {
        reportFault(`A calendar feed could not be read: ${errorMessage(error)}.`);
        return 'failed' as const;
      });
    if (found === null) return respond(404, 'Not found');
    await limits.giveBack('wrong-calendar-address', address);
    if (typeof found === 'string') return retryLater(503, 'The server is busy.', 60);
    // Formatting 5,000 tasks takes a tenth of a second, and most requests end with 304.
    const hash = createHash('sha256').update(JSON.stringify(found)).digest('base64url').slice(0, 27);
    const caching = { ETag: `"${hash}"`, 'Cache-Control': 'private, no-cache' };
    return revalidate(context, { ...RESPONSE_HEADERS, ...PRIVATE, ...caching }, () =>
      respond(200, calendarFeed(found.tasks, found.changed_at), {
        ...caching,
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="better-space.ics"',
      }),
    );
  };
}
