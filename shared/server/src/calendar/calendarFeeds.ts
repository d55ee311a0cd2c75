import { createHash } from 'node:crypto';
import { calendarFeed } from '@space/domain/calendar';
import { errorMessage } from '@space/store';
import { waitInWords, type Limits } from '../gateway/limits.ts';
import { createQueue } from '../gateway/queue.ts';
import type { ReadAddress } from '../http/clientAddress.ts';
import { matchesEtag } from '../http/encoding.ts';
import { hasGoneAway, isClosed, type Handler, type SiteRequest, type SiteResponse } from '../http/handler.ts';
import { RESPONSE_HEADERS, respondText } from '../http/respond.ts';
import type { FetchFeed } from './fetchFeed.ts';

/** The path of feeds, which pages announce (`<meta name="calendar-feed">`). */
export const CALENDAR_PATH = '/calendar';

const SECRET = /^\/calendar\/([0-9a-f]{64})\.ics$/;
const PRIVATE = { 'X-Robots-Tag': 'noindex' };

export const isCalendarPath = (path: string) => path.startsWith(`${CALENDAR_PATH}/`);

export interface CalendarParts {
  fetchFeed: FetchFeed;
  limits: Limits;
  addressOf: ReadAddress;
  reportFault: (line: string) => void;
}

/**
 * Serves the feeds that other calendars subscribe to (rule calendar-feed). Anyone who has the address may read the feed,
 * so its secret appears in no log and no file name. All invalid addresses get the same response: even a malformed one is
 * looked up, and counts as a guess.
 */
export function createCalendarFeeds({ fetchFeed, limits, addressOf, reportFault }: CalendarParts): Handler {
  // Calendars are not urgent: their queue never delays users who wait for a page.
  const work = createQueue({ running: 1, waiting: 64, waitingEach: 16 });

  async function handle(request: SiteRequest, response: SiteResponse, path: string): Promise<void> {
    const respond = (status: number, text: string, headers: Record<string, string> = {}) =>
      respondText(request, response, status, text, { ...PRIVATE, ...headers });
    const respondRetryLater = (status: number, text: string, delay: number) =>
      respond(status, `${text} Please try again in ${waitInWords(delay)}.`, { 'Retry-After': String(delay) });

    const address = addressOf(request);
    const wait =
      (await limits.take('calendar-address', address)) ??
      (await limits.take('wrong-calendar-address', address));
    if (wait !== null) return respondRetryLater(429, 'Too many attempts.', wait);
    const isGone = () => isClosed(response) || hasGoneAway(request);
    const found = await work
      .enqueue(address, isGone, () => fetchFeed(SECRET.exec(path)?.[1] ?? ''))
      .catch((error: unknown) => {
        reportFault(`A calendar feed could not be read: ${errorMessage(error)}.`);
        return 'failed' as const;
      });
    if (found === null) return respond(404, 'Not found');
    await limits.giveBack('wrong-calendar-address', address);
    if (found === 'gone') return void response.destroy();
    if (found === 'busy' || found === 'failed') return respondRetryLater(503, 'The server is busy.', 60);
    // Hashes the tasks, not the feed: formatting 5,000 tasks takes a tenth of a second, and most requests end with 304.
    const hash = createHash('sha256').update(JSON.stringify(found)).digest('base64url').slice(0, 27);
    const etag = `"${hash}"`;
    const caching = { ETag: etag, 'Cache-Control': 'private, no-cache' };
    if (matchesEtag(request.headers['if-none-match'], etag))
      return void response.writeHead(304, { ...RESPONSE_HEADERS, ...PRIVATE, ...caching }).end();
    respond(200, calendarFeed(found.tasks, found.changed_at), {
      ...caching,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="better-space.ics"',
    });
  }

  return function serveCalendar(request, response, { path }) {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respondText(request, response, 405, 'Method not allowed', { Allow: 'GET, HEAD' });
    handle(request, response, path).catch(() => response.destroy()); // fails only if the connection failed
  };
}
