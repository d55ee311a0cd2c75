import { remoteEventSchema, errorMessage, type RecordedEvent } from '@space/store';
import { parseJson } from '../backend/files.ts';
import type { EventLog } from '../events/eventLog.ts';
import { limitAddresses, limitDevices } from './addressLimit.ts';
import type { ReadAddress } from './clientAddress.ts';
import { hasGoneAway, type Handler, type SiteRequest, type SiteResponse } from './handler.ts';
import { isFromThisSite } from './loopback.ts';
import { discardRest, readBody } from './readBody.ts';
import { RESPONSE_HEADERS, refuse, respondText } from './respond.ts';

/** An event is about 160 bytes. */
const MAX_BODY_BYTES = 2048;
/** A user opens a handful of pages a minute; an office behind one address, a few hundred. */
const MAX_PER_MINUTE = 600;
const MINUTE = 60_000;
/** A canary halts when it fails on five devices, so one address may report for at most four. */
const MAX_DEVICES = 4;
const HOUR = 3_600_000;
const CONTENT_TYPE = /^(text\/plain|application\/json)\s*(;|$)/i;

export const EVENTS_PATH = '/_events';

export interface EventsParts {
  events: EventLog;
  onEvent: (event: RecordedEvent) => void;
  isRemote: (name: string) => boolean;
  addressOf: ReadAddress;
  /** The origins of the pages that may send a request. */
  originsFor: (request: SiteRequest) => ReadonlySet<string>;
  reportFault: (line: string) => void;
}

/** Takes events without storing who sent them or from where. One address reports for too few devices to halt a canary. */
export function createEventsEndpoint(parts: EventsParts): Handler {
  const { events, onEvent, isRemote, addressOf, originsFor, reportFault } = parts;
  const isWithinLimit = limitAddresses(MAX_PER_MINUTE, MINUTE);
  const mayCount = limitDevices(MAX_DEVICES, HOUR);

  async function takeEvent(request: SiteRequest, response: SiteResponse): Promise<void> {
    const deny = (status: number, text: string) => refuse(request, response, status, text);
    if (!isFromThisSite(request.headers, originsFor(request)))
      return deny(403, 'Events are accepted only from this site');
    const address = addressOf(request);
    if (!isWithinLimit(address)) return deny(429, 'Too many events');
    if (!CONTENT_TYPE.test(request.headers['content-type'] ?? ''))
      return deny(400, 'An event is plain text or JSON');
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === 'too large') {
      await discardRest(request);
      return deny(413, 'The event is too large');
    }
    const { success, data } = remoteEventSchema.safeParse(parseJson(body.toString()));
    if (!success) return deny(400, 'This is not an event');
    if (!isRemote(data.id)) return deny(404, 'There is no such remote');
    if (mayCount(`${address} ${data.id} ${data.version}`, data.bucket)) onEvent(await events.add(data));
    response.writeHead(204, RESPONSE_HEADERS).end();
  }

  return function serveEvents(request, response) {
    if (request.method !== 'POST')
      return respondText(request, response, 405, 'Method not allowed', { Allow: 'POST' });
    takeEvent(request, response).catch((error: unknown) => {
      if (hasGoneAway(request)) return void response.destroy();
      reportFault(`An event could not be stored: ${errorMessage(error)}.`);
      refuse(request, response, 500, 'Internal server error');
    });
  };
}
