import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { PASSWORD, newEmail } from '../../support/accounts.ts';
import { PAGES, equalVersion } from '../faults/faults.ts';
import { startFaultSite, type FaultStore } from '../faults/faultStore.ts';
import { openBrowsers, type Driver } from './drivers.ts';

// `npm run bench -- browsers`: runs the flows in each browser of this machine. Exits with 1 if a flow fails.
// Debian: apt-get install firefox-esr webkit2gtk-driver xvfb.

/** Testing Library as one script: finds elements by role and name in any browser. */
const LIBRARY = new URL(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'));
const QUERIES = readFileSync(LIBRARY, 'utf8');
const WAIT = { timeout: 20_000 };

const byRole = (role: string, name: string) =>
  `queryAllByRole(document.body, ${JSON.stringify(role)}, { name: ${JSON.stringify(name)} })`;

/** Acts on a page as a person does, by roles and labels. Waits for what it acts on and sees; rejects after 20 seconds. */
function visitorOf(driver: Driver, origin: string) {
  async function withQueries(expression: string): Promise<string> {
    if (!(await driver.run("return 'TestingLibraryDom' in window"))) await driver.run(QUERIES);
    return `const { queryAllByRole, queryAllByLabelText } = TestingLibraryDom; return ${expression};`;
  }
  // An error counts as 'not yet', as the page may be navigating.
  const isTrue = (what: string, expression: string) =>
    expect(async () => {
      expect(await driver.run(await withQueries(`Boolean(${expression})`)), what).toBe(true);
    }).toPass(WAIT);
  const clickFirst = (what: string, elements: string) =>
    expect(async () => {
      const element = await driver.find(await withQueries(`${elements}[0] ?? null`));
      if (!element) throw new Error(`There is no ${what}`);
      await element.click();
    }).toPass(WAIT);

  return {
    ...driver,
    isTrue,
    open: (path: string) => driver.open(origin + path),
    click: (role: string, name: string) => clickFirst(`${role} '${name}'`, byRole(role, name)),
    async fill(label: string, text: string): Promise<void> {
      await clickFirst(`field '${label}'`, `queryAllByLabelText(document.body, ${JSON.stringify(label)})`);
      await driver.type(text);
    },
    sees: (role: string, name: string, count = 1) =>
      isTrue(`${count} ${role} '${name}'`, `${byRole(role, name)}.length === ${count}`),
    isAt: (path: string) => isTrue(`the address ${path}`, `location.pathname === ${JSON.stringify(path)}`),
  };
}
type Visitor = ReturnType<typeof visitorOf>;

const TASK = 'Water the plants';
const IS_TICKED = `[...document.querySelectorAll('input[type=checkbox]')].some((box) => box.checked)`;
/** No request that reads or changes tasks is pending. */
const IS_IDLE = "document.querySelector('[data-day]') && !document.querySelector('[aria-busy=true]')";
const runsVersion = (version: string) =>
  `document.querySelector('[data-remote="planner"]')?.dataset.version === ${JSON.stringify(version)}`;
/** Not every protocol awaits promises, so the page writes the result into an attribute. */
const IS_CACHED = `(caches.open('better-space-pages-3').then((pages) => pages.match('/dashboard')).then((page) => {
  document.documentElement.dataset.kept = String(page !== undefined);
}), navigator.serviceWorker.controller && document.documentElement.dataset.kept === 'true')`;
const pageContains = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;

/** What users and teams do most. Each flow continues where the previous one ended. */
const FLOWS: Readonly<Record<string, (visitor: Visitor, store: FaultStore) => Promise<void>>> = {
  'sign up': async (visitor) => {
    await visitor.open('/');
    await visitor.click('link', 'Start for Free');
    await visitor.isAt('/auth');
    await visitor.fill('Email', newEmail());
    await visitor.fill('Password', PASSWORD);
    await visitor.click('button', 'Sign Up');
    await visitor.isAt('/dashboard');
  },
  'plan a week': async (visitor) => {
    await visitor.isTrue('a week that was read', IS_IDLE);
    await visitor.click('button', 'Add task');
    await visitor.fill('New task', TASK);
    await visitor.press('Enter');
    await visitor.sees('checkbox', TASK);
    // The click focuses the row, which shows its actions for every input method.
    await visitor.click('checkbox', TASK);
    await visitor.isTrue('a ticked task', `${IS_TICKED} && ${IS_IDLE}`);
    await visitor.type('s');
    await visitor.sees('button', 'Unstar task');
    await visitor.open('/dashboard');
    await visitor.sees('checkbox', TASK);
    await visitor.isTrue('a task that is still ticked', IS_TICKED);
    await visitor.click('checkbox', TASK);
    await visitor.isTrue('an open task', `!${IS_TICKED} && ${IS_IDLE}`);
    await visitor.press('Delete');
    await visitor.sees('checkbox', TASK, 0);
    await visitor.click('button', 'Undo');
    await visitor.sees('checkbox', TASK);
  },
  settings: async (visitor) => {
    await visitor.open('/settings');
    await visitor.fill('Display Name', 'Ada');
    await visitor.click('button', 'Save Profile');
    await visitor.isTrue('the notice', pageContains('Profile updated successfully!'));
  },
  'the same week in retro mode': async (visitor) => {
    await visitor.open('/retro/dashboard');
    await visitor.isTrue('the task', pageContains(TASK));
  },
  'come back to a page that is kept': async (visitor) => {
    await visitor.open('/dashboard');
    await visitor.isTrue('a service worker that keeps the page', IS_CACHED);
    await visitor.open('/dashboard');
    await visitor.sees('checkbox', TASK);
  },
  'a release while the page is open': async (visitor, store) => {
    const first = store.soundOf('planner');
    await visitor.open('/dashboard');
    await visitor.sees('checkbox', TASK);
    const next = await equalVersion(store, PAGES.planner, 'once more');
    await store.goLive('planner', next, first);
    await visitor.click('link', 'Home');
    await visitor.isAt('/');
    await visitor.run('history.back()');
    await visitor.sees('checkbox', TASK);
    await visitor.isTrue('the version that the tab began with', runsVersion(first));
    await visitor.open('/dashboard');
    await visitor.sees('checkbox', TASK);
    await visitor.isTrue('the version that is live now', runsVersion(next));
  },
  'a release that cannot be loaded': async (visitor, store) => {
    const [broken, before] = [await equalVersion(store, PAGES.planner, 'broken'), store.soundOf('planner')];
    store.breakFile('planner', broken, /remoteEntry\.js$/, null);
    await store.goLive('planner', broken, before);
    await visitor.open('/dashboard');
    await visitor.sees('checkbox', TASK);
    await visitor.isTrue('the version before', runsVersion(before));
  },
  'sign out': async (visitor) => {
    await visitor.click('button', 'Account');
    await visitor.click('menuitem', 'Logout');
    await visitor.isAt('/auth');
    await visitor.open('/dashboard');
    await visitor.isAt('/auth');
  },
};

for await (const driver of openBrowsers()) {
  const { store, origin, discard } = await startFaultSite();
  const visitor = visitorOf(driver, origin);
  for (const [title, flow] of Object.entries(FLOWS)) {
    const result = await flow(visitor, store).then(() => 'works', String);
    console.log(`${driver.name}: ${title}: ${result}`);
    if (result === 'works') continue;
    process.exitCode = 1;
    break;
  }
  for (const line of driver.messages) console.log(`${driver.name}: console: ${line}`);
  await driver.quit();
  await discard();
}
