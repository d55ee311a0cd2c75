import { remoteEventSchema, type RecordedEvent } from '@space/store';
import type { Limits } from '../gateway/limits.ts';
import { isFromThisSite, type Client } from '../http/client.ts';
import { RESPONSE_HEADERS, readJson, textResponse, type HttpContext } from '../http/respond.ts';

/** The path to which pages report how remotes loaded, and the size of a report: an event is about 160 bytes. */
export const EVENTS_PATH = '/_events';
export const EVENT_BYTES = 2048;

const CONTENT_TYPE = /^(text\/plain|application\/json)\s*(;|$)/i;
/** At most twice as many are kept in memory. */
const MAX_EVENTS = 20_000;

/** What browsers reported about remotes, in memory: a restart forgets it. */
export function createEventMemory() {
  const events: RecordedEvent[] = [];
  return {
    add(event: RecordedEvent): void {
      if (events.push(event) >= 2 * MAX_EVENTS) events.splice(0, MAX_EVENTS);
    },
    /** All events, oldest first. */
    list: (): readonly RecordedEvent[] => events,
  };
}
export type EventMemory = ReturnType<typeof createEventMemory>;

interface EventsParts {
  onEvent: (event: RecordedEvent) => void;
  isRemote: (name: string) => boolean;
  client: Client;
  /** The origins of the pages that may send a request. */
  originsFor: (context: HttpContext) => ReadonlySet<string>;
  limits: Limits;
}

/** Takes events without storing who sent them or from where. One address reports for too few devices to halt a canary. */
export function createEvents({ onEvent, isRemote, client, originsFor, limits }: EventsParts) {
  /** Whether a client may report for a device: its first four count, for each version of each remote. */
  async function mayReport(who: string, device: number): Promise<boolean> {
    const isKnown = (await limits.take('event-device', `${who} ${device}`)) !== null;
    if (isKnown || (await limits.take('event-devices', who)) === null) return true;
    await limits.giveBack('event-device', `${who} ${device}`);
    return false;
  }

  return async function takeEvent(context: HttpContext): Promise<Response> {
    const { incoming } = context.env;
    if (!isFromThisSite(incoming.headers, originsFor(context)))
      return textResponse(403, 'Events are accepted only from this site');
    const address = client.addressOf(incoming);
    const seconds = await limits.take('event-address', address);
    if (seconds !== null) return textResponse(429, 'Too many events', { 'Retry-After': String(seconds) });
    if (!CONTENT_TYPE.test(incoming.headers['content-type'] ?? ''))
      return textResponse(400, 'An event is plain text or JSON');
    const { success, data } = remoteEventSchema.safeParse(await readJson(context));
    if (!success) return textResponse(400, 'This is not an event');
    if (!isRemote(data.id)) return textResponse(404, 'There is no such remote');
    if (await mayReport(`${address} ${data.id} ${data.version}`, data.bucket))
      onEvent({ at: new Date().toISOString(), ...data });
    return new Response(null, { status: 204, headers: RESPONSE_HEADERS });
  };
}
