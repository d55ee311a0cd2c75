import '@space/ui/tokens.css';
import '@space/ui/fonts.css';
import '@space/ui/base.css';
import './host/ground.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from '@space/platform';
import { motion } from '@space/platform/internal';
import { App } from './host/App.tsx';
import { announceSession } from './host/announceSession.ts';
import { createStandaloneRouter } from './host/createStandaloneRouter.tsx';
import { redirectFor, standaloneSite } from './host/standaloneSite.ts';
import type { StandaloneRemote } from './host/standaloneSite.ts';

/** Keeps `html[data-motion='paused']` true to the visitor's choice: the tokens stop every animation in CSS by it. */
function markMotion(): void {
  const { dataset } = document.documentElement;
  if (motion.getState().isPaused) dataset['motion'] = 'paused';
  else delete dataset['motion'];
}

/**
 * Runs one remote alone, without the shell: its pages at their own paths, the session with its guard, notices, titles,
 * focus, and a page for whatever goes wrong. What the remote does not bring and its declaration needs, a sign-in page
 * above all, the host brings.
 *
 * Takes the remote's routes and its declaration (`remote.json`); throws when the document has no element 'root' or the
 * remote no page. Call it once.
 */
export function startStandalone(remote: StandaloneRemote): void {
  const container = document.getElementById('root');
  if (!container) throw new Error('The document has no element with the id "root"');
  const site = standaloneSite(remote);
  announceSession(site);
  // Takes what a mail put into the address before the router reads it; the answer comes later.
  void session.getState().start();
  // A deep link that this visitor may not open is answered before anything is fetched for it (D-7).
  const redirect = redirectFor(site, location.pathname, session.getState());
  if (redirect) history.replaceState(null, '', redirect);
  markMotion();
  motion.subscribe(markMotion);
  createRoot(container).render(
    <StrictMode>
      <App site={site} router={createStandaloneRouter(site)} />
    </StrictMode>,
  );
}
