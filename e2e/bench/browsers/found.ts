import { existsSync } from 'node:fs';
import { findChromium } from '../../support/chromium.ts';
import type { Driver } from './driver.ts';
import { openPuppeteer } from './puppeteer.ts';
import { openWebkit } from './webkit.ts';

const existing = (paths: readonly string[]) => paths.find((path) => existsSync(path));

export interface FoundBrowser {
  /** 'Firefox', 'WebKit' or 'Chromium'. */
  name: string;
  open: () => Promise<Driver>;
}

/** The other browsers of this machine: Debian's firefox-esr, and webkit2gtk-driver with xvfb. */
export function otherBrowsers(): FoundBrowser[] {
  const firefox = existing(['/usr/bin/firefox-esr', '/usr/bin/firefox']);
  const webkit = existing(['/usr/bin/WebKitWebDriver']);
  const viewer = existing([
    '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  ]);
  const display = existing(['/usr/bin/Xvfb']);
  const found: FoundBrowser[] = [];
  if (firefox) found.push({ name: 'Firefox', open: () => openPuppeteer('firefox', firefox) });
  if (webkit && viewer && display) found.push({ name: 'WebKit', open: () => openWebkit(webkit, viewer) });
  return found;
}

/** The browser of all other tests, as the table's first column. */
export function chromium(): FoundBrowser {
  const path = findChromium();
  if (path === null) throw new Error('No Chromium was found');
  return { name: 'Chromium', open: () => openPuppeteer('chrome', path) };
}
