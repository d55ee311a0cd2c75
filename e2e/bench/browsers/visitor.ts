import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Driver } from './drivers.ts';

const { resolve } = createRequire(import.meta.url);
/** Testing Library as one script: finds elements by role and name in any browser. */
const QUERIES = readFileSync(resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');
const TIMEOUT = 20_000;

/** Calls `check` until it returns something; an error counts as nothing, as the page may be navigating. */
async function until<T>(what: string, check: () => Promise<T | null | false>): Promise<T> {
  const end = Date.now() + TIMEOUT;
  let reason = '';
  while (Date.now() < end) {
    const found = await check().catch((error: unknown) => void (reason = `: ${String(error)}`));
    if (found) return found;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`${what} was not there after ${TIMEOUT / 1_000} seconds${reason}`);
}

const byRole = (role: string, name: string) =>
  `queryAllByRole(document.body, ${JSON.stringify(role)}, { name: ${JSON.stringify(name)} })`;

/** Acts on a page as a person does, by roles and labels. Actions wait for their element, and reject after 20 seconds. */
export function visitorOf(driver: Driver, origin: string) {
  async function withQueries(expression: string): Promise<string> {
    if (!(await driver.run("return 'TestingLibraryDom' in window"))) await driver.run(QUERIES);
    return `const { queryAllByRole, queryAllByLabelText } = TestingLibraryDom; return ${expression};`;
  }
  const first = async (expression: string) => driver.find(await withQueries(`${expression}[0] ?? null`));
  const find = (what: string, expression: string) => until(what, () => first(expression));
  const isTrue = (what: string, expression: string) =>
    until(what, async () => driver.run(await withQueries(`Boolean(${expression})`)).then(Boolean));

  return {
    driver,
    isTrue,
    open: (path: string) => driver.open(origin + path),
    click: (role: string, name: string) =>
      until(`${role} '${name}'`, async () => {
        const element = await first(byRole(role, name));
        return element && element.click().then(() => true);
      }),
    async fill(label: string, text: string): Promise<void> {
      const fields = `queryAllByLabelText(document.body, ${JSON.stringify(label)})`;
      const field = await find(`field '${label}'`, fields);
      await field.click();
      await field.type(text);
    },
    sees: (role: string, name: string) => find(`${role} '${name}'`, byRole(role, name)),
    seesNo: (role: string, name: string) =>
      isTrue(`a page without ${role} '${name}'`, `${byRole(role, name)}.length === 0`),
    isAt: (path: string) => isTrue(`the address ${path}`, `location.pathname === ${JSON.stringify(path)}`),
  };
}

export type Visitor = ReturnType<typeof visitorOf>;
