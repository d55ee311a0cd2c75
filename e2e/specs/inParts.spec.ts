import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { watchShifts } from '../support/quiet.ts';
import type { Shift } from '../support/quiet.ts';
import { listening } from '../support/servers.ts';
import type { Listening } from '../support/servers.ts';
import { expect, test } from '../support/test.ts';

interface LineInParts extends Listening {
  /** Lets the next part pass; false when the document is complete. */
  next(): boolean;
}

/** Headers of a line, not of what passes on it. */
const OWN = new Set(['connection', 'content-encoding', 'content-length', 'transfer-encoding']);

/**
 * Starts a line to a site: each document stops wherever it is told to, until the next part is let through; everything else
 * passes. Takes the site's address and what cuts a document's text into parts.
 */
async function startLineInParts(
  site: string,
  cut: (html: string) => readonly string[],
): Promise<LineInParts> {
  let parts: string[] = [];
  let document: ServerResponse | null = null;
  const next = () => {
    document?.write(parts.shift() ?? '');
    if (parts.length === 0) document?.end();
    return document === null || parts.length > 0;
  };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request;
    const answer = await fetch(`${site}${url}`, {
      method,
      headers: { accept: headers.accept ?? '*/*', 'content-type': headers['content-type'] ?? 'text/plain' },
      body: method === 'GET' ? null : await buffer(request),
    });
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) if (!OWN.has(name)) response.setHeader(name, value);
    if (answer.headers.get('content-type')?.startsWith('text/html')) {
      parts = [...cut(await answer.text())];
      document = response;
      next();
    } else {
      response.end(Buffer.from(await answer.arrayBuffer()));
    }
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  return { ...(await listening(server)), next };
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** After every eighth element of the page, and after each of the last, which make the frame around it. */
function cut(html: string): string[] {
  const elements = html.split(/(?<=<\/\w+>)/);
  const body = elements.findIndex((element) => element.includes('<body'));
  const parts: string[] = [];
  let part = '';
  for (const [index, element] of elements.entries()) {
    part += element;
    if (index < body || (index % 8 > 0 && index < elements.length - 40)) continue;
    parts.push(part);
    part = '';
  }
  return [...parts, part];
}

/** What has come is on the screen: the frame that shows it, and the one that tells of it. */
const paint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );

/**
 * Today is the first, a middle and the last day of the sample week: nothing before it is done, some days are, all but one.
 */
const DAYS = [16, 19, 22].map((day) => `2026-11-${day}T09:30:00+08:00`);

for (const now of DAYS) {
  const day = new Date(now).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'Asia/Singapore' });
  test(`on a line that brings it bit by bit the landing page moves nothing that it has shown: ${day}`, async ({
    page,
    baseURL,
  }) => {
    const line = await startLineInParts(baseURL ?? '', cut);
    try {
      await page.clock.setFixedTime(now);
      await watchShifts(page);
      await page.goto(line.origin, { waitUntil: 'commit' });
      let parts = 0;
      for (; line.next(); parts += 1) await paint(page);
      await expect(page.getByRole('link', { name: 'Enter retro mode' })).toBeVisible();
      await expect(page.getByText('Today', { exact: true })).toBeVisible();
      await paint(page);
      expect(parts).toBeGreaterThan(60);
      expect(await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)).toEqual([]);
    } finally {
      await line.close();
    }
  });
}
