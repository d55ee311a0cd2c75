import { launch, type ElementHandle, type KeyInput } from 'puppeteer-core';
import { ARGUMENTS } from '../../support/chromium.ts';
import type { Driver } from './driver.ts';

/** Firefox by WebDriver BiDi, Chromium by its own protocol. */
export async function openPuppet(browser: 'firefox' | 'chrome', executablePath: string): Promise<Driver> {
  const opened = await launch({
    browser,
    executablePath,
    args: browser === 'chrome' ? ARGUMENTS : [],
    defaultViewport: { width: 1280, height: 800 },
    timeout: 60_000,
  });
  const page = await opened.newPage();
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  const [product = '', version = ''] = (await opened.version()).split('/');
  const shown = product === 'firefox' ? 'Firefox' : 'Chromium';
  const asFunction = (script: string) => `(() => { ${script} })()`;
  return {
    name: `${shown} ${version}`,
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
      // Null where the statements returned no node; a node of the page is an element here.
      const element = handle.asElement() as ElementHandle | null;
      return element && { click: () => element.click(), type: (text) => element.type(text) };
    },
    // Names of keys are those of the Keyboard API, as Puppeteer's type lists them.
    press: (key) => page.keyboard.press(key as KeyInput),
    takePicture: () => page.screenshot(),
    said: () => said,
    quit: () => opened.close(),
  };
}
