import '@space/ui/tokens.css';
import '@space/ui/fonts.css';
import '@space/ui/base.css';
import './global.css';
import { session } from '@space/platform';
import { provideNavigation, whenIdle } from '@space/platform/internal';
import { announceSession, bringEmojiFont, markMotion } from '@space/ui/host';
import { createAppRouter } from './app/createAppRouter.tsx';
import { mount } from './app/mount.tsx';
import { noteStylesOfDocument } from './browser/stylesOfDocument.ts';
import { fetchLateScripts } from './browser/lateScripts.ts';
import { findPage } from './registry/findPage.ts';
import { navigationOfSite } from './registry/navigationOfSite.ts';
import { registryOfPage } from './registry/registryOfPage.ts';
import { sendEvents } from './registry/sendEvents.ts';
import { warmOnIntent } from './app/warmOnIntent.ts';
import { redirectFor } from './guard/redirectFor.ts';
import { listenForInspectorShortcut } from './inspector/onCall.ts';
import { workAtRest } from './offline/workAtRest.ts';
import { activeOverride, isOverrideWished } from './override/activeOverride.ts';
import { showSky } from './sky/sky.ts';

noteStylesOfDocument();
sendEvents((remote) => activeOverride(remote)?.isPreview === true);
announceSession(findPage);
listenForInspectorShortcut(registryOfPage().shell);
// Takes what a mail or Google put into the address before the router reads it; the answer comes later.
void session.getState().start();

function start(): void {
  // A deep link that this visitor may not open is answered before anything is fetched for it (rule session-guard).
  const redirect = redirectFor(location.pathname, session.getState());
  if (redirect) history.replaceState(null, '', redirect);

  provideNavigation(navigationOfSite());
  showSky(location.pathname);
  markMotion();
  warmOnIntent();

  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no element with the id "root"');
  const router = createAppRouter();
  void mount(container, router, redirect !== null);
  fetchLateScripts();
  workAtRest(router);
  whenIdle(bringEmojiFont);
}

// For developers of a part of the site: what they ask for is decided before anything of a remote is fetched.
if (isOverrideWished()) {
  void Promise.all([import('./override/startOverride.ts'), import('./load/openRemotePage.ts')])
    .then(([{ startOverride }, loader]) => startOverride(loader))
    .finally(start);
} else {
  // In a turn of its own: the code above has taken one already, and a press may be waiting. A timer would be held back
  // in a tab that is opened behind the one that is read.
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    start();
  });
  port1.start();
  port2.postMessage(null);
}
