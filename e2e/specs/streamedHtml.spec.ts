import { createServer, type ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { expectShiftsBelow, watchShifts, shiftsOf } from '../support/layoutShifts.ts';
import { letFramesPass } from '../support/motion.ts';
import { listen } from '../support/servers.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Splits HTML after every eighth element of the body, and after each of the last forty, which form the page's frame. */
function splitHtml(html: string): string[] {
  const elements = html.split(/(?<=<\/\w+>)/);
  const body = elements.findIndex((element) => element.includes('<body'));
  const parts = [''];
  for (const [index, element] of elements.entries()) {
    parts.push((parts.pop() ?? '') + element);
    if (index >= body && (index % 8 === 0 || index >= elements.length - 40)) parts.push('');
  }
  return parts;
}

/**
 * Starts a proxy of a site that sends the document in parts: each call of `next` sends one part and returns false after
 * the last. Other files pass unchanged.
 */
async function startStreamingProxy(site: string) {
  let parts: string[] = [];
  let document: ServerResponse | undefined;
  const next = () => {
    document?.write(parts.shift() ?? '');
    if (parts.length === 0) document?.end();
    return parts.length > 0;
  };
  const proxy = createServer((request, response) => {
    void (async () => {
      // Events of the page are not forwarded.
      if (request.method !== 'GET') return response.writeHead(204).end();
      const upstream = await fetch(site + (request.url ?? ''), {
        headers: { accept: request.headers.accept ?? '*/*' },
      });
      response.statusCode = upstream.status;
      for (const [name, value] of upstream.headers)
        if (!/^(connection|content-(encoding|length)|transfer-encoding)$/.test(name))
          response.setHeader(name, value);
      if (!upstream.headers.get('content-type')?.startsWith('text/html'))
        return response.end(Buffer.from(await upstream.arrayBuffer()));
      parts = splitHtml(await upstream.text());
      document = response;
      return next();
    })().catch(() => response.destroy());
  });
  return { ...(await listen(proxy)), next };
}

type Stream = Pick<Awaited<ReturnType<typeof startStreamingProxy>>, 'origin' | 'next'>;

/** Opens a page whose HTML arrives in parts, with time to paint each part. */
async function openSlowly(page: Page, stream: Stream, path: string): Promise<void> {
  await watchShifts(page);
  await page.goto(stream.origin + path, { waitUntil: 'commit' });
  let parts = 0;
  for (; stream.next(); parts += 1) await letFramesPass(page, 2);
  expect(parts).toBeGreaterThan(50);
}

/** Today is the first or the last day of the sample week: no day before it is done, or all but one are. */
for (const day of ['2026-11-16', '2026-11-22']) {
  test(`while its HTML arrives in parts the landing page shifts nothing that it has shown: ${day}`, async ({
    page,
    site,
    started,
  }) => {
    await page.clock.setFixedTime(`${day}T09:30:00+08:00`);
    await openSlowly(page, await started(startStreamingProxy(site.origin)), '/');
    await expect(page.getByRole('link', { name: 'Enter retro mode' })).toBeVisible();
    await expect(page.getByText('Today', { exact: true })).toBeVisible();
    expect(await shiftsOf(page)).toEqual([]);
  });
}

test('while its HTML arrives in parts the title screen of retro mode does not shift', async ({
  page,
  site,
  started,
}) => {
  await openSlowly(page, await started(startStreamingProxy(site.origin)), '/retro');
  await expect(page.getByText(/^Stage \d: /)).toBeVisible();
  await expectShiftsBelow(page, 0.01);
});
