import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, type RecordedEvent } from '@space/store';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { isCalendarPath } from '../calendar/calendarFeeds.ts';
import { isApiPath } from '../gateway/gateway.ts';
import { EVENTS_PATH } from '../http/events.ts';
import type { Handler } from '../http/handler.ts';
import { isOperatePath } from '../operate/operate.ts';
import { isReleasesPath } from '../releases/releasesEndpoint.ts';

/** The server's Prometheus metrics (decision 032). */
export interface Metrics {
  /** Wraps a handler to count and time its requests. */
  watch(handler: Handler): Handler;
  countEvent(event: RecordedEvent): void;
  /** All metrics, in Prometheus' text format. */
  read(): Promise<string>;
  contentType: string;
}

/** The kind of a path. Paths themselves as labels would let any client create an unlimited number of series. */
function kindOf(path: string): string {
  if (isApiPath(path)) return 'api';
  if (path === EVENTS_PATH) return 'event';
  if (isCalendarPath(path)) return 'calendar';
  if (isOperatePath(path)) return 'operate';
  if (isReleasesPath(path)) return 'release';
  return /^\/(assets|shell|remotes)\/|\.\w+$/.test(path) ? 'file' : 'page';
}

/** Creates the metrics of one server. Takes its store, and a function that returns the number of queued API requests. */
export function createMetrics(siteDir: string | undefined, waiting: () => number): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests by kind and class of status; 429 and 503 by themselves: refusals.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its response.',
    labelNames: ['kind'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const events = new Counter({
    name: 'remote_events_total',
    help: 'Outcomes of loading remotes, as reported by browsers; versions that are not in the store are "other".',
    labelNames: ['remote', 'version', 'outcome'],
    registers,
  });
  const queue: Gauge = new Gauge({
    name: 'api_requests_waiting',
    help: 'API requests that wait in the queue.',
    registers,
    collect: () => {
      queue.set(waiting());
    },
  });

  const isKnown = (remote: string, version: string) =>
    siteDir !== undefined && existsSync(join(folderOf(siteDir, remote), version, 'release.json'));

  return {
    watch: (handler) => (request, response, target) => {
      const kind = kindOf(target.path);
      const end = durations.startTimer({ kind });
      response.once('close', () => {
        end();
        const { statusCode } = response;
        const isRefusal = statusCode === 429 || statusCode === 503;
        requests.inc({ kind, status: isRefusal ? String(statusCode) : `${Math.floor(statusCode / 100)}xx` });
      });
      handler(request, response, target);
    },
    countEvent({ id, version, outcome }) {
      events.inc({ remote: id, version: isKnown(id, version) ? version : 'other', outcome });
    },
    read: () => register.metrics(),
    contentType: register.contentType,
  };
}
