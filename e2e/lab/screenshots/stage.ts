import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ensureChromium, launchOptions } from '../../support/chromium.ts';
import { startSite } from '../../support/site.ts';
import type { Site } from '../../support/site.ts';
import { openState } from '../../states/index.ts';
import type { State } from '../../states/index.ts';

export interface View {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Starts the browser, and a site when the first state asks for it: one as it is, one that wants addresses confirmed. */
export async function openStage() {
  const browser = await chromium.launch(launchOptions(ensureChromium()));
  const sites = new Map<boolean, Promise<Site>>();
  const siteFor = (confirmEmail: boolean) => {
    const site = sites.get(confirmEmail) ?? startSite({ confirmEmail });
    sites.set(confirmEmail, site);
    return site;
  };
  return {
    /** Opens the state in a browser profile of its own, lets it be looked at, and clears away. */
    async show(
      state: State,
      { width, height, colorScheme }: View,
      look: (page: Page) => Promise<void>,
    ): Promise<void> {
      const site = await siteFor(state.isConfirming ?? false);
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        reducedMotion: 'reduce',
        locale: 'en-US',
        timezoneId: 'Asia/Singapore',
        serviceWorkers: 'block',
      });
      context.setDefaultTimeout(30_000);
      try {
        const page = await context.newPage();
        await openState(page, site, state);
        await look(page);
        await state.stands?.(page);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      } finally {
        await context.close();
      }
    },
    async close(): Promise<void> {
      await browser.close();
      for (const site of sites.values()) await (await site).discard();
    },
  };
}
