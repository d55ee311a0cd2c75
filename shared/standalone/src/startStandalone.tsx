import '@space/ui/tokens.css';
import '@space/ui/fonts.css';
import '@space/ui/base.css';
import './host/ground.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from '@space/platform';
import { announceSession, loadEmojiFont, markMotion } from '@space/ui/host';
import { App } from './host/App.tsx';
import { createStandaloneRouter } from './host/createStandaloneRouter.tsx';
import { pageAt, redirectFor, standaloneSite, type StandaloneRemote } from './host/standaloneSite.ts';

/**
 * Runs one remote alone, with the session's guard, notices, titles and focus. The host provides what the declaration needs
 * and the remote lacks, above all a sign-in page. Call it once.
 */
export function startStandalone(remote: StandaloneRemote): void {
  const container = document.getElementById('root');
  if (!container) throw new Error('The document has no element with the id "root"');
  const site = standaloneSite(remote);
  announceSession((path) => pageAt(site, path));
  // Reads a mail link's parameters from the address before the router does; the result comes later.
  void session.getState().start();
  // A deep link that this visitor may not open is redirected before anything is fetched for it (rule session-guard).
  const redirect = redirectFor(site, location.pathname, session.getState());
  if (redirect) history.replaceState(null, '', redirect);
  markMotion();
  createRoot(container).render(
    <StrictMode>
      <App site={site} router={createStandaloneRouter(site)} />
    </StrictMode>,
  );
  window.addEventListener('load', loadEmojiFont, { once: true });
}
