import { createServer, type ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { expectShiftsBelow, watchShifts, shiftsOf } from '../support/layoutShifts.ts';
import { letFramesPass } from '../support/motion.ts';
import { listening } from '../support/servers.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** After every eighth element of the page, and after each of the last, which make the frame around it. */
function cut(html: string): string[] {
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
 * Starts a proxy of a site that sends the document in parts: each call of `next` sends one, and returns false after the
 * last. Everything else passes.
 */
async function startStreaming(site: string) {
  let parts: string[] = [];
  let document: ServerResponse | undefined;
  const next = () => {
    document?.write(parts.shift() ?? '');
    if (parts.length === 0) document?.end();
    return parts.length > 0;
  };
  const proxy = createServer((request, response) => {
    void (async () => {
      // What the page reports of itself stays here.
      if (request.method !== 'GET') return response.writeHead(204).end();
      const answer = await fetch(site + (request.url ?? ''), {
        headers: { accept: request.headers.accept ?? '*/*' },
      });
      response.statusCode = answer.status;
      for (const [name, value] of answer.headers)
        if (!/^(connection|content-(encoding|length)|transfer-encoding)$/.test(name))
          response.setHeader(name, value);
      if (!answer.headers.get('content-type')?.startsWith('text/html'))
        return response.end(Buffer.from(await answer.arrayBuffer()));
      parts = cut(await answer.text());
      document = response;
      return next();
    })().catch(() => response.destroy());
  });
  return { ...(await listening(proxy)), next };
}

/** Opens a page of a site whose HTML arrives in parts, with time to paint each, and looks at it while the site is there. */
async function openInParts(page: Page, site: string, path: string, look: () => Promise<void>): Promise<void> {
  const stream = await startStreaming(site);
  try {
    await watchShifts(page);
    await page.goto(stream.origin + path, { waitUntil: 'commit' });
    let parts = 0;
    for (; stream.next(); parts += 1) await letFramesPass(page, 2);
    expect(parts).toBeGreaterThan(50);
    await look();
  } finally {
    await stream.close();
  }
}

/** Today is the first and the last day of the sample week: nothing before it is done, all but one are. */
for (const day of ['2026-11-16', '2026-11-22']) {
  test(`while its HTML arrives in parts the landing page moves nothing that it has shown: ${day}`, async ({
    page,
    baseURL,
  }) => {
    await page.clock.setFixedTime(`${day}T09:30:00+08:00`);
    await openInParts(page, baseURL ?? '', '/', async () => {
      await expect(page.getByRole('link', { name: 'Enter retro mode' })).toBeVisible();
      await expect(page.getByText('Today', { exact: true })).toBeVisible();
      expect(await shiftsOf(page)).toEqual([]);
    });
  });
}

test('while its HTML arrives in parts the title screen stays where it is', async ({ page, baseURL }) => {
  await openInParts(page, baseURL ?? '', '/retro', async () => {
    await expect(page.getByText(/^Stage \d: /)).toBeVisible();
    await expectShiftsBelow(page, 0.01);
  });
});
