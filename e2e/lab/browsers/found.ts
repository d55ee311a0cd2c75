import { existsSync } from 'node:fs';
import { findChromium } from '../../support/chromium.ts';
import type { Driver } from './driver.ts';
import { openPuppet } from './puppet.ts';
import { openWebkit } from './webkit.ts';

const existing = (paths: readonly string[]) => paths.find((path) => existsSync(path));

export interface FoundBrowser {
  /** 'Firefox', as Debian's package is called in `missing`. */
  name: string;
  open: () => Promise<Driver>;
}

/** The other browsers that this machine has: Debian's firefox-esr; webkit2gtk-driver with xvfb. */
export function otherBrowsers(): FoundBrowser[] {
  const firefox = existing(['/usr/bin/firefox-esr', '/usr/bin/firefox']);
  const webkit = existing(['/usr/bin/WebKitWebDriver']);
  const pages = existing([
    '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  ]);
  const display = existing(['/usr/bin/Xvfb']);
  const found: FoundBrowser[] = [];
  if (firefox) found.push({ name: 'Firefox', open: () => openPuppet('firefox', firefox) });
  if (webkit && pages && display) found.push({ name: 'WebKit', open: () => openWebkit(webkit, pages) });
  return found;
}

/** What the table needs besides: the browser of all other tests. */
export function chromium(): FoundBrowser {
  const path = findChromium();
  if (path === null) throw new Error('No Chromium was found');
  return { name: 'Chromium', open: () => openPuppet('chrome', path) };
}
