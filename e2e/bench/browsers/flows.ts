import { PASSWORD, newEmail } from '../../support/accounts.ts';
import { equalVersion, pageOf } from '../faults/faults.ts';
import type { FaultStore } from '../faults/faultStore.ts';
import type { Visitor } from './visitor.ts';

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

const planner = pageOf('planner');

/** What users and teams do most. Each flow continues where the previous one ended. */
export const FLOWS: Readonly<Record<string, (visitor: Visitor, store: FaultStore) => Promise<void>>> = {
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
    await visitor.driver.press('Enter');
    await visitor.sees('checkbox', TASK);
    // The click focuses the row, which shows its actions for every input method.
    await visitor.click('checkbox', TASK);
    await visitor.isTrue('a ticked task', `${IS_TICKED} && ${IS_IDLE}`);
    await visitor.driver.press('s');
    await visitor.sees('button', 'Unstar task');
    await visitor.driver.reload();
    await visitor.sees('checkbox', TASK);
    await visitor.isTrue('a task that is still ticked', IS_TICKED);
    await visitor.click('checkbox', TASK);
    await visitor.isTrue('an open task', `!${IS_TICKED} && ${IS_IDLE}`);
    await visitor.driver.press('Delete');
    await visitor.seesNo('checkbox', TASK);
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
    await visitor.driver.reload();
    await visitor.sees('checkbox', TASK);
  },
  'a release while the page is open': async (visitor, store) => {
    const first = store.soundOf('planner');
    await visitor.open('/dashboard');
    await visitor.sees('checkbox', TASK);
    const next = await equalVersion(store, planner, 'once more');
    await store.goLive('planner', next, first);
    await visitor.click('link', 'Home');
    await visitor.isAt('/');
    await visitor.driver.goBack();
    await visitor.sees('checkbox', TASK);
    await visitor.isTrue('the version that the tab began with', runsVersion(first));
    await visitor.driver.reload();
    await visitor.sees('checkbox', TASK);
    await visitor.isTrue('the version that is live now', runsVersion(next));
  },
  'a release that cannot be loaded': async (visitor, store) => {
    const [broken, before] = [await equalVersion(store, planner, 'broken'), store.soundOf('planner')];
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
