import { createHash } from 'node:crypto';
import { calendarFeed } from '@space/domain/calendar';
import { sentenceOf } from '@space/store';
import { waitInWords, type Limits } from '../gateway/limits.ts';
import { createQueue } from '../gateway/queue.ts';
import type { ReadAddress } from '../http/clientAddress.ts';
import { isKnown } from '../http/encoding.ts';
import { hasGoneAway, isClosed, type Handler, type SiteRequest, type SiteResponse } from '../http/handler.ts';
import { ANSWER_HEADERS, respondText } from '../http/respond.ts';
import type { AskFeed } from './askFeed.ts';

/** Where pages say that feeds are (`<meta name="calendar-feed">`). */
export const CALENDAR_PATH = '/calendar';

const SECRET = /^\/calendar\/([0-9a-f]{64})\.ics$/;
const PRIVATE = { 'X-Robots-Tag': 'noindex' };

export const isCalendarPath = (path: string) => path.startsWith(`${CALENDAR_PATH}/`);

export interface CalendarParts {
  askFeed: AskFeed;
  limits: Limits;
  addressOf: ReadAddress;
  reportFault: (line: string) => void;
}

/**
 * Answers the addresses that other calendars subscribe to (rule calendar-feed). Who has the address is who may read, so the
 * secret is in no log and in no name of a file, and whatever opens nothing is answered alike: an address that is malformed is
 * looked up as well, and counts as a guess.
 */
export function createCalendarFeeds({ askFeed, limits, addressOf, reportFault }: CalendarParts): Handler {
  // Calendars are in no hurry: they never hold up who waits before a page.
  const work = createQueue({ running: 1, waiting: 64, waitingEach: 16 });

  async function answer(request: SiteRequest, response: SiteResponse, path: string): Promise<void> {
    const say = (status: number, text: string, headers: Record<string, string> = {}) =>
      respondText(request, response, status, text, { ...PRIVATE, ...headers });
    const comeBack = (status: number, text: string, seconds: number) =>
      say(status, `${text} Please try again in ${waitInWords(seconds)}.`, { 'Retry-After': String(seconds) });

    const address = addressOf(request);
    const wait =
      (await limits.take('calendar-address', address)) ??
      (await limits.take('wrong-calendar-address', address));
    if (wait !== null) return comeBack(429, 'Too many attempts.', wait);
    const isGone = () => isClosed(response) || hasGoneAway(request);
    const found = await work
      .enqueue(address, isGone, () => askFeed(SECRET.exec(path)?.[1] ?? ''))
      .catch((error: unknown) => {
        reportFault(`A calendar feed could not be read: ${sentenceOf(error)}.`);
        return 'failed' as const;
      });
    if (found === null) return say(404, 'Not found');
    await limits.giveBack('wrong-calendar-address', address);
    if (found === 'gone') return void response.destroy();
    if (found === 'busy' || found === 'failed') return comeBack(503, 'The server is busy.', 60);
    // Of what is written, not of the writing: that takes a tenth of a second for 5,000 tasks, and most calendars know them.
    const hash = createHash('sha256').update(JSON.stringify(found)).digest('base64url').slice(0, 27);
    const etag = `"${hash}"`;
    const caching = { ETag: etag, 'Cache-Control': 'private, no-cache' };
    if (isKnown(request.headers['if-none-match'], etag))
      return void response.writeHead(304, { ...ANSWER_HEADERS, ...PRIVATE, ...caching }).end();
    say(200, calendarFeed(found.tasks, found.changed_at), {
      ...caching,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="better-space.ics"',
    });
  }

  return function serveCalendar(request, response, { path }) {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respondText(request, response, 405, 'Method not allowed', { Allow: 'GET, HEAD' });
    answer(request, response, path).catch(() => response.destroy()); // nothing but a connection that has failed
  };
}
