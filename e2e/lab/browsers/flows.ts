import { PASSWORD, newEmail } from '../../support/accounts.ts';
import { equalVersion, pageOf } from '../faults/faults.ts';
import type { FaultStore } from '../faults/faultStore.ts';
import type { Visitor } from './driver.ts';

/** What people and teams do most, in an order in which each goes on where the one before ended. */
interface Flow {
  title: string;
  run: (visitor: Visitor, store: FaultStore) => Promise<void>;
}

const TASK = 'Water the plants';
const OWN = 'document.querySelector(\'[data-remote="planner"]\')';

const isTicked = `[...document.querySelectorAll('input[type=checkbox]')].some((box) => box.checked)`;
/** Nothing is being read or changed. */
const IS_AT_REST =
  "document.querySelector('[data-day]') && !document.querySelector('[data-remote] [aria-busy=true]')";
const runs = (version: string) => `${OWN}?.dataset.version === ${JSON.stringify(version)}`;
/** Not every protocol waits for promises: the page notes what its caches hold. */
const IS_KEPT = `(caches.open('better-space-pages').then((pages) => pages.match('/dashboard')).then((page) => {
  document.documentElement.dataset.kept = String(page !== undefined);
}), navigator.serviceWorker.controller && document.documentElement.dataset.kept === 'true')`;
const says = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;

const again = (store: FaultStore, mark: string) => equalVersion(store, pageOf('planner'), mark);

export const FLOWS: readonly Flow[] = [
  {
    title: 'sign up',
    async run(visitor) {
      await visitor.open('/');
      await visitor.click('link', 'Start for Free');
      await visitor.isAt('/auth');
      await visitor.fill('Email', newEmail());
      await visitor.fill('Password', PASSWORD);
      await visitor.click('button', 'Sign Up');
      await visitor.isAt('/dashboard');
    },
  },
  {
    title: 'plan a week',
    async run(visitor) {
      await visitor.isTrue('a week that was read', IS_AT_REST);
      await visitor.click('button', 'Add task');
      await visitor.fill('New task', TASK);
      await visitor.driver.press('Enter');
      await visitor.sees('checkbox', TASK);
      // The row has the focus after the press: its actions stand beside it for every means of input.
      await visitor.click('checkbox', TASK);
      await visitor.isTrue('a ticked task', `${isTicked} && ${IS_AT_REST}`);
      await visitor.driver.press('s');
      await visitor.sees('button', 'Unstar task');
      await visitor.driver.reload();
      await visitor.sees('checkbox', TASK);
      await visitor.isTrue('a task that is still ticked', isTicked);
      await visitor.click('checkbox', TASK);
      await visitor.isTrue('an open task', `!${isTicked} && ${IS_AT_REST}`);
      await visitor.driver.press('Delete');
      await visitor.seesNo('checkbox', TASK);
      await visitor.click('button', 'Undo');
      await visitor.sees('checkbox', TASK);
    },
  },
  {
    title: 'settings',
    async run(visitor) {
      await visitor.open('/settings');
      await visitor.fill('Display Name', 'Ada');
      await visitor.click('button', 'Save Profile');
      await visitor.isTrue('the notice', says('Profile updated successfully!'));
    },
  },
  {
    title: 'the same week in retro mode',
    async run(visitor) {
      await visitor.open('/retro/dashboard');
      await visitor.isTrue('the task', says(TASK));
    },
  },
  {
    title: 'come back to a page that is kept',
    async run(visitor) {
      await visitor.open('/dashboard');
      await visitor.isTrue('a service worker that keeps the page', IS_KEPT);
      await visitor.driver.reload();
      await visitor.sees('checkbox', TASK);
    },
  },
  {
    title: 'a release while the page is open',
    async run(visitor, store) {
      const first = store.soundOf('planner');
      await visitor.open('/dashboard');
      await visitor.sees('checkbox', TASK);
      const next = await again(store, 'once more');
      await store.goLive('planner', next, first);
      await visitor.click('link', 'Home');
      await visitor.isAt('/');
      await visitor.driver.goBack();
      await visitor.sees('checkbox', TASK);
      await visitor.isTrue('the version that the tab began with', runs(first));
      await visitor.driver.reload();
      await visitor.sees('checkbox', TASK);
      await visitor.isTrue('the version that is live now', runs(next));
    },
  },
  {
    title: 'a release that cannot be loaded',
    async run(visitor, store) {
      const broken = await again(store, 'broken');
      store.breakFile('planner', broken, /remoteEntry\.js$/, null);
      await store.goLive('planner', broken, store.soundOf('planner'));
      await visitor.open('/dashboard');
      await visitor.sees('checkbox', TASK);
      await visitor.isTrue('the version before', runs(store.soundOf('planner')));
    },
  },
  {
    title: 'sign out',
    async run(visitor) {
      await visitor.click('button', 'Account');
      await visitor.click('menuitem', 'Logout');
      await visitor.isAt('/auth');
      await visitor.open('/dashboard');
      await visitor.isAt('/auth');
    },
  },
];
