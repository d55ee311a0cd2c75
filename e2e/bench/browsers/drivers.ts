import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { launch, type ElementHandle, type KeyInput } from 'puppeteer-core';
import { Builder, Capabilities, Key, WebElement } from 'selenium-webdriver';
import { freePort } from '@space/server/testing/process';
import { ARGUMENTS, findChromium } from '../../support/chromium.ts';

/** One browser with one tab, whatever protocol drives it. */
export interface Driver {
  /** 'Firefox 153.7.0' */
  name: string;
  open(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  /** Runs statements in the page. Resolves to their return value, passed as JSON. */
  run(script: string): Promise<unknown>;
  /** The element that the statements return, or null. */
  find(script: string): Promise<{ click(): Promise<void>; type(text: string): Promise<void> } | null>;
  /** Presses a key where the focus is: 'Enter', 'Delete', a letter. */
  press(key: string): Promise<void>;
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
  const [, version = ''] = (await launched.version()).split('/');
  const asFunction = (script: string) => `(() => { ${script} })()`;
  return {
    name: `${browser === 'firefox' ? 'Firefox' : 'Chromium'} ${version}`,
    open: (address) => page.goto(address, { waitUntil: 'domcontentloaded' }),
    reload: () => page.reload({ waitUntil: 'domcontentloaded' }),
    goBack: () => page.goBack({ waitUntil: 'domcontentloaded' }),
    run: (script) => page.evaluate(asFunction(script)),
    async find(script) {
      const handle = await page.evaluateHandle(asFunction(script));
      // Null if the statements returned no node. The nodes that they return are elements.
      const element = handle.asElement() as ElementHandle | null;
      return element && { click: () => element.click(), type: (text) => element.type(text) };
    },
    // Key names are those of Puppeteer's `KeyInput`.
    press: (key) => page.keyboard.press(key as KeyInput),
    messages,
    quit: () => launched.close(),
  };
}

/** Opens WebKitGTK through WebDriver, on a virtual display (Xvfb). */
async function openWebkit(driverPath: string, browserPath: string): Promise<Driver> {
  const screen = ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'];
  const display = spawn('Xvfb', screen, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [displayNumber] = (await once(createInterface({ input: display.stdout }), 'line')) as [string];
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${displayNumber}`, LIBGL_ALWAYS_SOFTWARE: '1' };
  const server = spawn(driverPath, [`--port=${port}`], { stdio: 'ignore', env });
  const options = new Capabilities()
    .set('browserName', 'MiniBrowser')
    .set('webkitgtk:browserOptions', { binary: browserPath, args: ['--automation'] });
  const tab = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(options).build();
  await tab.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 800 });
  return {
    name: `WebKitGTK ${(await tab.getCapabilities()).getBrowserVersion()}`,
    open: (address) => tab.get(address),
    reload: () => tab.navigate().refresh(),
    goBack: () => tab.navigate().back(),
    run: (script) => tab.executeScript(script),
    async find(script) {
      const element = await tab.executeScript(script);
      return element instanceof WebElement
        ? { click: () => element.click(), type: (text) => element.sendKeys(text) }
        : null;
    },
    async press(key) {
      const named = Key[key.toUpperCase() as keyof typeof Key];
      const focused = tab.switchTo().activeElement();
      await focused.sendKeys(typeof named === 'string' ? named : key);
    },
    messages: [],
    async quit() {
      await tab.quit();
      server.kill();
      display.kill();
    },
  };
}

/** The browsers of this machine: Chromium, Debian's firefox-esr, and its webkit2gtk-driver with xvfb. */
export function browsersOfThisMachine(): { name: string; open: () => Promise<Driver> }[] {
  const find = (pattern: string) => globSync(pattern)[0];
  const [chromium, firefox] = [findChromium(), find('/usr/bin/firefox{-esr,}')];
  const [webkit, display] = [find('/usr/bin/WebKitWebDriver'), find('/usr/bin/Xvfb')];
  const viewer = find('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
  return [
    ...(chromium ? [{ name: 'Chromium', open: () => openPuppeteer('chrome', chromium) }] : []),
    ...(firefox ? [{ name: 'Firefox', open: () => openPuppeteer('firefox', firefox) }] : []),
    ...(webkit && viewer && display ? [{ name: 'WebKit', open: () => openWebkit(webkit, viewer) }] : []),
  ];
}
