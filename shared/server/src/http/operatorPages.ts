import { OUTBOX_HEADERS, renderOutbox, type Outbox } from '../outbox.ts';
import type { Handler } from './handler.ts';
import type { EventLog } from '../events/eventLog.ts';
import { isLocalName } from './loopback.ts';
import type { Metrics } from '../health/metrics.ts';
import type { Readiness } from '../health/readiness.ts';
import { isOperatePath } from '../operate/operate.ts';
import { respondAsync, respondText } from './respond.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
interface Content {
  type: string;
  body: string;
}

interface OperatorParts {
  /** Absent with a hosted project, which sends its own mail. */
  outbox: Outbox | undefined;
  events: EventLog;
  metrics: Metrics;
  readiness: () => Promise<Readiness>;
  operate: Handler | null;
}

/** How many events `/events.json` lists. */
const EVENTS_LISTED = 1000;

/**
 * The pages for the operator of the server. Anyone who can read the mail can take over any account, so the pages have a
 * separate listener on the loopback address, to which no proxy forwards. The Host header must be a loopback name as well:
 * otherwise another site could point its own name here (DNS rebinding).
 */
export function createOperatorPages(parts: OperatorParts): Handler {
  const { outbox, events, metrics, readiness, operate } = parts;
  const pages = new Map<string, () => Content | Promise<Content>>([
    ...(outbox ? outboxPages(outbox) : []),
    ['/metrics', async () => ({ type: metrics.contentType, body: await metrics.read() })],
    ['/readyz', async () => ({ type: JSON_TYPE, body: JSON.stringify(await readiness()) })],
    [
      '/events.json',
      async () => {
        const newest = (await events.read()).slice(-EVENTS_LISTED).toReversed();
        return { type: JSON_TYPE, body: JSON.stringify(newest) };
      },
    ],
  ]);
  return function serveOperator(request, response, target) {
    const { path } = target;
    const isLocal = isLocalName(request.headers.host ?? '');
    if (isLocal && operate && isOperatePath(path)) return operate(request, response, target);
    const page = isLocal ? pages.get(path) : undefined;
    if (page === undefined) return respondText(request, response, 404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respondText(request, response, 405, 'Method not allowed', { Allow: 'GET, HEAD' });
    void respondAsync(request, response, async () => {
      const { type, body } = await page();
      return { body, headers: { ...OUTBOX_HEADERS, 'Content-Type': type } };
    });
  };
}

/** The outbox as HTML for people and as JSON for programs. */
function outboxPages({ list }: Outbox) {
  return [
    ['/outbox', () => ({ type: 'text/html; charset=utf-8', body: renderOutbox(list()) })],
    ['/outbox.json', () => ({ type: JSON_TYPE, body: JSON.stringify(list()) })],
  ] as const;
}
