import { launch, type ElementHandle, type KeyInput } from 'puppeteer-core';
import { ARGUMENTS } from '../../support/chromium.ts';
import type { Driver } from './driver.ts';

/** Opens Firefox through WebDriver BiDi, or Chromium through its own protocol. */
export async function openPuppeteer(browser: 'firefox' | 'chrome', executablePath: string): Promise<Driver> {
  const launched = await launch({
    browser,
    executablePath,
    args: browser === 'chrome' ? ARGUMENTS : [],
    defaultViewport: { width: 1280, height: 800 },
    timeout: 60_000,
  });
  const page = await launched.newPage();
  const messages: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(String(error)));
  const [product = '', version = ''] = (await launched.version()).split('/');
  const displayName = product === 'firefox' ? 'Firefox' : 'Chromium';
  const asFunction = (script: string) => `(() => { ${script} })()`;
  return {
    name: `${displayName} ${version}`,
    async open(address) {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
    },
    async reload() {
      await page.reload({ waitUntil: 'domcontentloaded' });
    },
    async goBack() {
      await page.goBack({ waitUntil: 'domcontentloaded' });
    },
    run: (script) => page.evaluate(asFunction(script)),
    async find(script) {
      const handle = await page.evaluateHandle(asFunction(script));
      // Null if the statements returned no node. The nodes that they return are elements.
      const element = handle.asElement() as ElementHandle | null;
      return element && { click: () => element.click(), type: (text) => element.type(text) };
    },
    // Key names are those of Puppeteer's `KeyInput`.
    press: (key) => page.keyboard.press(key as KeyInput),
    takePicture: () => page.screenshot(),
    consoleMessages: () => messages,
    quit: () => launched.close(),
  };
}
