import type { BrowserContextOptions, Page } from '@playwright/test';
import { neverExpiring, type Account } from './accounts.ts';

type NewVisitor = (session?: unknown, options?: BrowserContextOptions) => Promise<Page>;

/** Browsers of one account whose clocks the test controls. */
export function createDevices(newVisitor: NewVisitor, account: Account) {
  const devices: Page[] = [];
  const at = (day: string, time: string) => new Date(`${day}T${time}:00+08:00`);
  return {
    /** Opens the week on a new device, with its clock at the given time. */
    async open(options: BrowserContextOptions, day: string, time: string): Promise<Page> {
      const page = await newVisitor(neverExpiring(account.session), options);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.clock.install({ time: at(day, time) });
      devices.push(page);
      await page.goto('/dashboard');
      return page;
    },
    /** Sets the clocks to the given time and opens the week again on the devices in `used`, by default on all. */
    async sleepUntil(day: string, time: string, ...used: readonly Page[]): Promise<void> {
      for (const page of used.length > 0 ? used : devices) {
        await page.clock.setSystemTime(at(day, time));
        await page.goto('/dashboard');
      }
    },
  };
}
