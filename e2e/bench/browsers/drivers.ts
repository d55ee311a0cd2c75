import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import { Builder, Capabilities, Key, type WebElement } from 'selenium-webdriver';
import { freePort, startUntil } from '@space/server/testing/process';
import { ARGUMENTS, findChromium } from '../../support/chromium.ts';

/** One browser with one tab, whatever protocol drives it. */
export interface Driver {
  name: string;
  open(address: string): Promise<unknown>;
  /** Runs statements in the page. Resolves to their return value, passed as JSON. */
  run(script: string): Promise<unknown>;
  /** The element that the statements return, or null. */
  find(script: string): Promise<{ click(): Promise<void> } | null>;
  /** Types where the focus is. */
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Delete'): Promise<void>;
  /** The console's errors and warnings so far; none where the protocol does not report them. */
  messages: readonly string[];
  quit(): Promise<void>;
}

/** Opens Firefox through WebDriver BiDi, or Chromium through its own protocol. */
async function openPuppeteer(browser: 'firefox' | 'chrome', executablePath: string): Promise<Driver> {
  const args = browser === 'chrome' ? ARGUMENTS : [];
  const defaultViewport = { width: 1280, height: 800 };
  const launched = await launch({ browser, executablePath, args, defaultViewport, timeout: 60_000 });
  const page = await launched.newPage();
  const messages: string[] = [];
  page.on('console', (message) => /error|warn/.test(message.type()) && messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  const asFunction = (script: string) => `(() => { ${script} })()`;
  return {
    name: (await launched.version()).replace('/', ' '),
    open: (address) => page.goto(address, { waitUntil: 'domcontentloaded' }),
    run: (script) => page.evaluate(asFunction(script)),
    // The nodes that the statements return are elements.
    find: async (script) => (await page.evaluateHandle(asFunction(script))).asElement(),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    messages,
    quit: () => launched.close(),
  };
}

/** Opens WebKitGTK through WebDriver, on a virtual display (Xvfb). */
async function openWebkit(driverPath: string, binary: string): Promise<Driver> {
  const screen = ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'];
  const display = await startUntil(['Xvfb', ...screen], /^\d+$/m, {});
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${display.match[0]}`, LIBGL_ALWAYS_SOFTWARE: '1' };
  const server = spawn(driverPath, [`--port=${port}`], { stdio: 'ignore', env });
  const options = new Capabilities()
    .set('browserName', 'MiniBrowser')
    .set('webkitgtk:browserOptions', { binary, args: ['--automation'] });
  const tab = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(options).build();
  await tab.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 800 });
  const type = (text: string) => tab.switchTo().activeElement().sendKeys(text);
  return {
    name: `WebKitGTK ${(await tab.getCapabilities()).getBrowserVersion()}`,
    open: (address) => tab.get(address),
    run: (script) => tab.executeScript(script),
    find: (script) => tab.executeScript<WebElement | null>(script),
    type,
    press: (key) => type({ Enter: Key.ENTER, Delete: Key.DELETE }[key]),
    messages: [],
    async quit() {
      await tab.quit();
      server.kill();
      await display.kill();
    },
  };
}

/** Opens the browsers of this machine in turn: Chromium, Debian's firefox-esr, and its webkit2gtk-driver with xvfb. */
export async function* openBrowsers(): AsyncGenerator<Driver> {
  const find = (pattern: string) => globSync(pattern)[0];
  const [chromium, firefox] = [findChromium(), find('/usr/bin/firefox{-esr,}')];
  const [webkit, viewer] = [find('/usr/bin/WebKitWebDriver'), find('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')];
  if (chromium) yield openPuppeteer('chrome', chromium);
  if (firefox) yield openPuppeteer('firefox', firefox);
  if (webkit && viewer) yield openWebkit(webkit, viewer);
}
