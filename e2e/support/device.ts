import type { BrowserContextOptions, Page } from '@playwright/test';
import { everFresh, type Account } from './accounts.ts';

type NewVisitor = (session?: unknown, options?: BrowserContextOptions) => Promise<Page>;

/** Browsers of one account whose clocks a story moves. */
export function createDevices(newVisitor: NewVisitor, account: Account) {
  const devices: Page[] = [];
  const at = (day: string, time: string) => new Date(`${day}T${time}:00+08:00`);
  return {
    /** Takes up a device for the first time, at that time of its clock: its week is open. */
    async open(options: BrowserContextOptions, day: string, time: string): Promise<Page> {
      const page = await newVisitor(everFresh(account.session), options);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.clock.install({ time: at(day, time) });
      devices.push(page);
      await page.goto('/dashboard');
      return page;
    },
    /** Lets the devices lie until then, and opens the week anew on those that are looked at: all, unless they are named. */
    async sleepUntil(day: string, time: string, ...used: readonly Page[]): Promise<void> {
      for (const page of used.length > 0 ? used : devices) {
        await page.clock.setSystemTime(at(day, time));
        await page.goto('/dashboard');
      }
    },
  };
}
