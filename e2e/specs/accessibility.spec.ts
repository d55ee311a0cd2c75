import type { Page } from '@playwright/test';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { expectFocusSeen } from '../support/focus.ts';
import { expectEdges } from '../support/forcedColors.ts';
import { MAILS, showMail } from '../support/mails.ts';
import { expect, test } from '../support/test.ts';
import { expectNothingCutOff } from '../support/zoom.ts';
import {
  GROUPS,
  PAGES,
  STATES,
  enter,
  leave,
  prepare,
  visit,
  type State,
  type Story,
} from '../states/index.ts';

/** States with an overlay or a layout of their own, besides the first of each page. */
const ENLARGED =
  /sign-up|heavy|composer-refused|focused|sheet|shortcuts|emoji-picker|-menu|renaming|goals|notices|deletion-refused|import$|remote-failed|crash/;
/** States with an overlay. */
const IN_FORCED_COLOURS =
  /composer-refused|focused|sheet|emoji-picker|account-menu|goals|notices|deletion$|import$|remote-failed/;

/** What the states log: failed requests, the plugin's container, a page that throws and is rendered again. */
const EXPECTED = /Failed to load resource|Couldn't load preload assets|a fault in this page|React error #422/;

async function expectAccessibleState(page: Page, story: Story, { name, shows }: State): Promise<void> {
  const index = STATES.findIndex((state) => state.name === name);
  const isFirstOfPage = PAGES.some((state) => state.name === name);
  await expect(page.getByRole('main')).toHaveCount(1);
  if (story.heading !== null) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/^Better Space — \S/);
  }
  if (isFirstOfPage) await expectRetroButton(page, story.path);
  // The focus inside menus and dialogs: component tests of the planner and the settings.
  if (isFirstOfPage) await expectFocusSeen(page);
  const excludedRules = story.heading === null ? ['page-has-heading-one'] : [];
  await expectAccessible(page, name, { views: viewsInTurn(index), excludedRules });
  if (isFirstOfPage || ENLARGED.test(name)) await expectNothingCutOff(page, index);
  if (shows) await expect(shows(page)).toBeVisible();
  if (isFirstOfPage || IN_FORCED_COLOURS.test(name)) await expectEdges(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null, reducedMotion: 'reduce' });
}

/** Outside /retro each page has the link that leads there; the retro pages have their own navigation. */
async function expectRetroButton(page: Page, path: string): Promise<void> {
  const link = page.getByRole('link', { name: 'Enter retro mode', exact: true });
  if (path.startsWith('/retro')) return expect(link).toHaveCount(0);
  await expect(link).toBeVisible();
  await expect(link).toHaveAccessibleDescription('Enter retro pixel mode');
}

for (const [name, group] of Object.entries(GROUPS)) {
  test(`any-device: every state is accessible, readable when enlarged and in forced colours: ${name}`, async ({
    page,
    site,
    confirmingSite,
    allowConsole,
  }) => {
    test.setTimeout(60_000 + 30_000 * group.stories.flatMap(({ states }) => states).length);
    allowConsole(EXPECTED);
    const server = group.isConfirming ? confirmingSite : site;
    await prepare(page, server, group);
    for (const story of group.stories) {
      for (const [index, state] of story.states.entries()) {
        await test.step(state.name, async () => {
          if (index === 0) await visit(page, server, story);
          await enter(page, server, state, index === 0);
          await expectAccessibleState(page, story, state);
        });
      }
      await leave(page);
    }
    // Their texts: shared/server/tests/accounts.test.ts.
    for (const mail of group.isConfirming ? MAILS : []) {
      await test.step(`the ${mail} mail`, async () => {
        await showMail(page, mail);
        await expectAccessible(page, mail, { excludedRules: ['landmark-one-main', 'region'] });
      });
    }
  });
}
