import { remoteEventSchema, sentenceOf, type RecordedEvent } from '@space/store';
import { parseJson } from '../backend/files.ts';
import type { EventLog } from '../events/eventLog.ts';
import type { Shared } from '../backend/database.ts';
import { limitAddresses, limitDevices, shareDevices } from './addressLimit.ts';
import type { ReadAddress } from './clientAddress.ts';
import { hasGoneAway, type Handler, type SiteRequest, type SiteResponse } from './handler.ts';
import { isFromThisSite } from './loopback.ts';
import { dropRest, readBody } from './readBody.ts';
import { ANSWER_HEADERS, refuse, respondText } from './respond.ts';

/** An event is about 160 bytes. */
const LARGEST_BODY = 2048;
/** A person opens a handful of pages in a minute; an office behind one address, some hundreds. */
const MOST_EACH_MINUTE = 600;
const MINUTE = 60_000;
/** A canary halts when it failed on five devices or more. */
const MOST_DEVICES = 4;
const HOUR = 3_600_000;
const CONTENT_TYPE = /^(text\/plain|application\/json)\s*(;|$)/i;

export const EVENTS_PATH = '/_events';

export interface EventsParts {
  events: EventLog;
  onEvent: (event: RecordedEvent) => void;
  isRemote: (name: string) => boolean;
  addressOf: ReadAddress;
  /** Under which origins people open the site. */
  origins: ReadonlySet<string>;
  /** Where the servers of one database agree for which devices an address speaks. */
  shared: Shared | null;
  reportFault: (line: string) => void;
}

/** Takes events: not who, not from where. One address speaks for too few devices to halt a canary by itself. */
export function createEventsEndpoint(parts: EventsParts): Handler {
  const { events, onEvent, isRemote, addressOf, origins, shared, reportFault } = parts;
  const isWithinLimit = limitAddresses(MOST_EACH_MINUTE, MINUTE);
  const mayVouch = shared ? shareDevices(shared, MOST_DEVICES, HOUR) : limitDevices(MOST_DEVICES, HOUR);

  async function take(request: SiteRequest, response: SiteResponse): Promise<void> {
    const no = (status: number, text: string) => refuse(request, response, status, text);
    if (!isFromThisSite(request.headers, origins)) return no(403, 'Events are taken from this site alone');
    const address = addressOf(request);
    if (!isWithinLimit(address)) return no(429, 'Too many events');
    if (!CONTENT_TYPE.test(request.headers['content-type'] ?? ''))
      return no(400, 'An event is plain text or JSON');
    const body = await readBody(request, LARGEST_BODY);
    if (body === 'too large') {
      await dropRest(request);
      return no(413, 'The event is too large');
    }
    const { success, data } = remoteEventSchema.safeParse(parseJson(body.toString()));
    if (!success) return no(400, 'This is not an event');
    if (!isRemote(data.id)) return no(404, 'There is no such remote');
    if (await mayVouch(`${address} ${data.id} ${data.version}`, data.bucket)) onEvent(await events.add(data));
    response.writeHead(204, ANSWER_HEADERS).end();
  }

  return function serveEvents(request, response) {
    if (request.method !== 'POST')
      return respondText(request, response, 405, 'Method not allowed', { Allow: 'POST' });
    take(request, response).catch((error: unknown) => {
      if (hasGoneAway(request)) return void response.destroy();
      reportFault(`An event could not be kept: ${sentenceOf(error)}.`);
      refuse(request, response, 500, 'Internal server error');
    });
  };
}
