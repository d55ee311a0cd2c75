import { COMMON_HEADERS, remoteEventSchema } from '@space/store';
import type { RecordedEvent } from '@space/store';
import type { EventLog } from '../events/eventLog.ts';
import { limitAddresses } from './addressLimit.ts';
import { hasGoneAway } from './handler.ts';
import type { Handler, SiteRequest, SiteResponse } from './handler.ts';
import { addressOf, isFromThisMachine, isFromThisSite } from './loopback.ts';
import { readBody } from './readBody.ts';
import { refuse, respondText } from './respond.ts';

/** An event is about 160 bytes. */
const LARGEST_BODY = 2048;
/** A person opens a handful of pages in a minute; an office behind one address, some hundreds. */
const MOST_EACH_MINUTE = 600;
const MINUTE = 60_000;
/** In one answer of the list. */
const LISTED = 1000;
const CONTENT_TYPE = /^(text\/plain|application\/json)\s*(;|$)/i;

/** Where pages send their events; the list is at the same address with '.json'. */
export const EVENTS_PATH = '/_events';

export function isEventsPath(path: string): boolean {
  return path === EVENTS_PATH || path === `${EVENTS_PATH}.json`;
}

/**
 * Takes events from this site's own pages and shows the newest to somebody at this machine. They are nobody's secrets:
 * which version of which part loaded, how, and how long it took; not who, not from where.
 *
 * Takes the log, what to do with each event that was written down, and where faults are reported.
 */
export function createEventsEndpoint(
  events: EventLog,
  onEvent: (event: RecordedEvent) => void,
  reportFault: (line: string) => void,
): Handler {
  const isWithinLimit = limitAddresses(MOST_EACH_MINUTE, MINUTE);

  async function take(request: SiteRequest, response: SiteResponse): Promise<void> {
    const no = (status: number, text: string) => refuse(request, response, status, text);
    if (!isFromThisSite(request)) return no(403, 'Events are taken from this site alone');
    if (!isWithinLimit(addressOf(request))) return no(429, 'Too many events');
    if (!CONTENT_TYPE.test(request.headers['content-type'] ?? ''))
      return no(400, 'An event is plain text or JSON');
    const body = await readBody(request, LARGEST_BODY);
    if (body === 'too large') return no(413, 'The event is too large');
    const { success, data } = remoteEventSchema.safeParse(parse(body.toString()));
    if (!success) return no(400, 'This is not an event');
    onEvent(events.add(data));
    response.writeHead(204, { ...COMMON_HEADERS, 'Cache-Control': 'no-store' }).end();
  }

  return function serveEvents(request, response) {
    if (request.url?.startsWith(`${EVENTS_PATH}.json`)) return list(events, request, response);
    if (request.method !== 'POST')
      return respondText(request, response, 405, 'Method not allowed', { Allow: 'POST' });
    take(request, response).catch((error: unknown) => {
      if (hasGoneAway(request)) return void response.destroy();
      reportFault(`An event could not be kept: ${error instanceof Error ? error.message : String(error)}.`);
      refuse(request, response, 500, 'Internal server error');
    });
  };
}

function list(events: EventLog, request: SiteRequest, response: SiteResponse): void {
  if (!isFromThisMachine(request)) return respondText(request, response, 404, 'Not found');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return respondText(request, response, 405, 'Method not allowed', { Allow: 'GET, HEAD' });
  const newest = events.read().slice(-LISTED).toReversed();
  respondText(request, response, 200, JSON.stringify(newest), {
    'Content-Type': 'application/json; charset=utf-8',
  });
}

/** The value of a JSON text, or undefined for what is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
