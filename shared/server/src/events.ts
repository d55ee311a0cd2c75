import { existsSync } from 'node:fs';
import {
  errorMessage,
  folderOf,
  halt,
  haltReason,
  movePointer,
  readPointer,
  remoteEventSchema,
  talliesOf,
  type RecordedEvent,
} from '@space/store';
import type { SiteParts } from './parts.ts';
import { RESPONSE_HEADERS, readJson, textResponse, type HttpContext } from './http/respond.ts';

/** Pages report here how remotes loaded: an event is about 160 bytes. */
export const EVENTS_PATH = '/_events';
export const EVENT_BYTES = 2048;

/** At most twice as many are kept in memory. */
const MAX_EVENTS = 20_000;

export type Events = ReturnType<typeof createEvents>;

/** What browsers reported, in memory. A canary that fails more often than the live version is halted. */
export function createEvents({ store, log }: Pick<SiteParts, 'store' | 'log'>) {
  const events: RecordedEvent[] = [];
  const logged = new Set<string>();
  const waiting = new Set<string>();
  let work = Promise.resolve();

  async function checkCanary(folder: string, name: string): Promise<void> {
    waiting.delete(name);
    const pointer = await readPointer(folder, name);
    const tallies = talliesOf(name, pointer, events);
    const reason = tallies && haltReason(tallies);
    if (pointer.canary === null || reason === null) return;
    const { version } = pointer.canary;
    const move = (found: typeof pointer) => halt(found, version, reason, new Date());
    const { before, after } = await movePointer(folder, name, move, { who: 'Better Space' }).catch(
      (error: unknown) => {
        throw new Error(
          `The canary ${version} of ${name} fails, but cannot be halted: ${errorMessage(error)} End it with "npm run store -- rollback ${name}".`,
          { cause: error },
        );
      },
    );
    // Otherwise another process has moved the pointer in the meantime.
    if (after !== before) log(`The canary ${version} of ${name} halted: it ${reason}.`);
  }

  return {
    /** Keeps an event and checks the canary of its remote: once for all events that arrive meanwhile. */
    add(event: RecordedEvent): void {
      if (events.push(event) >= 2 * MAX_EVENTS) events.splice(0, MAX_EVENTS);
      const { id } = event;
      if (store === undefined || waiting.has(id)) return;
      waiting.add(id);
      work = work
        .then(() => checkCanary(store, id))
        .catch((error: unknown) => {
          // What the server cannot solve is met with each event.
          const line = errorMessage(error);
          if (!logged.has(line)) log(line);
          logged.add(line);
        });
    },
    list: (): readonly RecordedEvent[] => events,
    settled: () => work,
  };
}

/** Takes events without storing who sent them or from where. One address reports for too few devices to halt a canary. */
export function takeEvents({ store, client, siteUrl, limits }: SiteParts, events: Events) {
  /** Whether a client may report for a device: its first four count, for each version of each remote. */
  async function mayReport(who: string, device: number): Promise<boolean> {
    const isKnown = (await limits.take('event-device', `${who} ${device}`)) !== null;
    if (isKnown || (await limits.take('event-devices', who)) === null) return true;
    await limits.giveBack('event-device', `${who} ${device}`);
    return false;
  }

  return async function takeEvent(context: HttpContext): Promise<Response> {
    const { incoming } = context.env;
    if (!client.isFromSite(incoming, siteUrl))
      return textResponse(403, 'Events are accepted only from this site');
    const address = client.addressOf(incoming);
    const seconds = await limits.take('event-address', address);
    if (seconds !== null) return textResponse(429, 'Too many events', { 'Retry-After': String(seconds) });
    const { success, data } = remoteEventSchema.safeParse(await readJson(context));
    if (!success) return textResponse(400, 'This is not an event');
    if (store !== undefined && !existsSync(folderOf(store, data.id)))
      return textResponse(404, 'There is no such remote');
    if (await mayReport(`${address} ${data.id} ${data.version}`, data.bucket))
      events.add({ at: new Date().toISOString(), ...data });
    return new Response(null, { status: 204, headers: RESPONSE_HEADERS });
  };
}
