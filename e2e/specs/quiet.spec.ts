import type { Page, ViewportSize } from '@playwright/test';
import { mondayOf } from '../support/calendar.ts';
import { plantTasks, sampleWeekFrom, today } from '../support/planner.ts';
import { settle, shiftsOf, slowDown, sumOf, watchRequests, watchShifts } from '../support/quiet.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// The console is watched by the fixtures: `test` fails when a page says anything there.

const FOR_VISITORS =
  '/ /about /jobs /terms /pricing /rocket /auth /admin /no-such-page /retro /retro/auth /retro/pricing'.split(
    ' ',
  );
const FOR_MEMBERS = '/ /pricing /dashboard /settings /no-such-page /retro /retro/dashboard'.split(' ');

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 320, height: 640 };

/** Where a page is opened: both with `npm run e2e -- quiet --every-view`, else one, in turn. */
const viewsInTurn = (index: number) => {
  if (process.env['EVERY_VIEW'] === 'on') return [DESKTOP, PHONE];
  return [index % 2 === 0 ? DESKTOP : PHONE];
};

/** Over a slow network: what comes late has the chance to push what is there. */
async function expectQuiet(page: Page, path: string, words?: string): Promise<void> {
  const { made, pending } = watchRequests(page);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await watchShifts(page);
  await slowDown(page);
  await page.goto(path);
  if (words) await expect(page.getByText(words).first()).toBeAttached();
  await settle(page, pending);
  // That one goes on by itself.
  if (path !== '/admin') await expect(page).toHaveURL(path);

  const shifts = await shiftsOf(page);
  expect.soft(sumOf(shifts), JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(0.01);

  const own = new URL(page.url()).origin;
  const foreign = made.map((request) => request.url()).filter((url) => new URL(url).origin !== own);
  // Data and blob addresses lie in the page itself; the content security policy decides whether they may.
  expect.soft(foreign.filter((url) => !/^(data|blob):/.test(url))).toEqual([]);
  expect.soft(sockets).toEqual([]);
}

for (const [who, paths] of Object.entries({ 'a visitor': FOR_VISITORS, 'a member': FOR_MEMBERS })) {
  for (const [index, path] of paths.entries()) {
    test(`${path} comes without a move, a word in the console or a request to anybody else: ${who}`, async ({
      newVisitor,
      account,
    }) => {
      const isMember = who === 'a member';
      if (isMember) {
        await plantTasks(account, sampleWeekFrom(mondayOf(today())));
        await account.client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', account.id);
      }
      const words = path.endsWith('dashboard') ? 'Look back at the week' : undefined;
      const look = async (view: ViewportSize) => {
        const page = await newVisitor(isMember ? account.session : undefined);
        await page.setViewportSize(view);
        await expectQuiet(page, path, words);
      };
      await Promise.all(viewsInTurn(index).map(look));
    });
  }
}
