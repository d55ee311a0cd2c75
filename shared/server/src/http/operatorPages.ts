import { createHash } from 'node:crypto';
import type { Mail, Outbox } from '../mail/outbox.ts';
import type { Handler } from './handler.ts';
import type { EventLog } from '../events/eventLog.ts';
import { MIGRATE_PATH } from '../data/migrateEndpoint.ts';
import { isLocalName } from './loopback.ts';
import type { Metrics } from '../health/metrics.ts';
import type { Readiness } from '../health/readiness.ts';
import { isOperatePath } from '../operate/operate.ts';
import { escapeHtml } from '@space/store';
import { respondLater, respondText } from './respond.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; }
  article { border: 1px solid; border-radius: 0.5rem; padding: 1rem; margin-block: 1rem; }
  h2 { font-size: 1.1rem; margin: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};
const JSON_TYPE = 'application/json; charset=utf-8';
interface Content {
  type: string;
  body: string;
}

interface OperatorParts {
  /** Absent with a hosted project, which sends its mail itself. */
  outbox: Outbox | undefined;
  events: EventLog;
  metrics: Metrics;
  readiness: () => Promise<Readiness>;
  operate: Handler | null;
  /** What releases ask for their tables. */
  migrate: Handler | null;
}

/** In one answer of the list of events. */
const EVENTS_LISTED = 1000;

/**
 * The pages for who runs the server. Who reads the mail can take over any account, so they have a listener of their own
 * on the loopback address, which no proxy of the site passes on. The Host must name this machine, too, or a page of
 * another site could point its own name here (DNS rebinding).
 */
export function createOperatorPages(parts: OperatorParts): Handler {
  const { outbox, events, metrics, readiness, operate, migrate } = parts;
  const mails = outbox && (() => outbox.list());
  const pages = new Map<string, () => Content | Promise<Content>>([
    ...(mails
      ? ([
          ['/outbox', () => ({ type: 'text/html; charset=utf-8', body: renderOutbox(mails()) })],
          ['/outbox.json', () => ({ type: JSON_TYPE, body: JSON.stringify(mails()) })],
        ] as const)
      : []),
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
    if (isLocal && migrate && path === MIGRATE_PATH) return migrate(request, response, target);
    const page = isLocal ? pages.get(path) : undefined;
    if (page === undefined) return respondText(request, response, 404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respondText(request, response, 405, 'Method not allowed', { Allow: 'GET, HEAD' });
    void respondLater(request, response, async () => {
      const { type, body } = await page();
      return { body, headers: { ...HEADERS, 'Content-Type': type } };
    });
  };
}

function renderOutbox(mails: readonly Mail[]): string {
  const content = mails.length === 0 ? '<p>No mail yet.</p>' : mails.map(renderMail).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Better Space — Outbox</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Outbox</h1>
<p>This backend sends no mail. What it would have sent is kept here, newest first, for this machine only.</p>
${content}
</main>
</body>
</html>
`;
}

function renderMail({ to, subject, sentAt, link, text }: Mail): string {
  const action = link ? `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>` : '';
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${escapeHtml(sentAt)}">${escapeHtml(sentAt)}</time></p>
${action}
<pre>${escapeHtml(text)}</pre>
</article>
`;
}
