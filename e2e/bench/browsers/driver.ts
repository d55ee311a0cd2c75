import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** An element of the page, referenced in the browser's own protocol. */
export interface Element {
  click(): Promise<void>;
  type(text: string): Promise<void>;
}

/** One browser with one tab, whatever protocol drives it. */
export interface Driver {
  /** 'Firefox 153.7.0' */
  name: string;
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  goBack(): Promise<void>;
  /** Runs statements in the page. Resolves to their return value, passed as JSON. */
  run(script: string): Promise<unknown>;
  /** The element that the statements return, or null. */
  find(script: string): Promise<Element | null>;
  /** Presses a key where the focus is: 'Enter', 'Escape', a letter. */
  press(key: string): Promise<void>;
  /** PNG. */
  takePicture(): Promise<Uint8Array>;
  /** The console's errors and warnings so far; null if the protocol does not report them. */
  consoleMessages(): string[] | null;
  quit(): Promise<void>;
}

const { resolve } = createRequire(import.meta.url);

/** Testing Library as one script: finds elements by role and name in any browser. */
const QUERIES = readFileSync(resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');

const TIMEOUT = 20_000;
const POLL_INTERVAL = 100;

/** Describes the focused element and the page's text, for the message of a timeout. */
const DESCRIBE_PAGE =
  "return (document.activeElement?.outerHTML ?? '').slice(0, 200) + '\\n' + document.body.innerText.slice(0, 1_000)";

/** Acts on a page as a person does, by roles and labels. Actions wait for their element, and reject after 20 seconds. */
export function visitorOf(driver: Driver, origin: string) {
  async function until<T>(what: string, check: () => Promise<T | null | false>): Promise<T> {
    const end = Date.now() + TIMEOUT;
    let reason = '';
    while (Date.now() < end) {
      try {
        const found = await check();
        if (found !== null && found !== false) return found;
      } catch (error) {
        // The page may be navigating.
        reason = error instanceof Error ? `: ${error.message}` : '';
      }
      await new Promise((wake) => setTimeout(wake, POLL_INTERVAL));
    }
    const description = String(await driver.run(DESCRIBE_PAGE).catch(() => ''));
    throw new Error(`${what} was not there after ${TIMEOUT / 1_000} seconds${reason}\n${description}`);
  }

  async function withQueries(expression: string): Promise<string> {
    if (!(await driver.run("return 'TestingLibraryDom' in window"))) await driver.run(QUERIES);
    return `const { queryAllByRole, queryAllByLabelText, queryAllByText } = TestingLibraryDom; return ${expression};`;
  }

  const byRole = (role: string, name: string) =>
    `queryAllByRole(document.body, ${JSON.stringify(role)}, { name: ${JSON.stringify(name)} })`;
  const find = (what: string, expression: string) =>
    until(what, async () => driver.find(await withQueries(`${expression}[0] ?? null`)));

  return {
    driver,
    origin,
    open: (path: string) => driver.open(new URL(path, origin).href),
    async click(role: string, name: string): Promise<void> {
      await until(`${role} '${name}'`, async () => {
        const element = await find(`${role} '${name}'`, byRole(role, name));
        await element.click();
        return true;
      });
    },
    async fill(label: string, text: string): Promise<void> {
      const element = await find(
        `field '${label}'`,
        `queryAllByLabelText(document.body, ${JSON.stringify(label)})`,
      );
      await element.click();
      await element.type(text);
    },
    async sees(role: string, name: string): Promise<void> {
      await find(`${role} '${name}'`, byRole(role, name));
    },
    async seesNo(role: string, name: string): Promise<void> {
      await until(`a page without ${role} '${name}'`, async () =>
        driver.run(await withQueries(`${byRole(role, name)}.length === 0`)).then(Boolean),
      );
    },
    async isAt(path: string): Promise<void> {
      await until(`the address ${path}`, async () => (await driver.run('return location.pathname')) === path);
    },
    async isTrue(what: string, expression: string): Promise<void> {
      await until(what, async () => driver.run(`return Boolean(${expression})`).then(Boolean));
    },
  };
}

export type Visitor = ReturnType<typeof visitorOf>;
