import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Builder, Capabilities, Key, WebElement } from 'selenium-webdriver';
import { freePort } from '@space/server/testing/process';
import type { Driver } from './driver.ts';

/** Opens WebKitGTK through WebDriver, on a virtual display (Xvfb). */
export async function openWebkit(driverPath: string, browserPath: string): Promise<Driver> {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [displayNumber] = (await once(createInterface({ input: display.stdout }), 'line')) as [string];
  const port = await freePort();
  const server = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${displayNumber}`, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const stop = () => {
    server.kill();
    display.kill();
  };
  try {
    const options = new Capabilities()
      .set('browserName', 'MiniBrowser')
      .set('webkitgtk:browserOptions', { binary: browserPath, args: ['--automation'] });
    const tab = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(options).build();
    await tab.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 800 });
    const version = (await tab.getCapabilities()).getBrowserVersion();
    return {
      name: `WebKitGTK ${version}`,
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
        const namedKey = Key[key.toUpperCase() as keyof typeof Key];
        await tab
          .switchTo()
          .activeElement()
          .sendKeys(typeof namedKey === 'string' ? namedKey : key);
      },
      takePicture: async () => Buffer.from(await tab.takeScreenshot(), 'base64'),
      consoleMessages: () => null,
      async quit() {
        await tab.quit();
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
