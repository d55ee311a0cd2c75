import '@space/ui/tokens.css';
import '@space/ui/fonts.css';
import '@space/ui/base.css';
import './global.css';
import type { DataRouter } from 'react-router-dom';
import { session } from '@space/platform';
import { onReport, provideNavigation, whenIdle } from '@space/platform/internal';
import { announceSession, loadEmojiFont, markMotion, redirectFor } from '@space/ui/host';
import { warmOnIntent } from './app/pages.ts';
import { createAppRouter, mount } from './app/site.tsx';
import { fetchLateScripts, registerInlineStyles } from './browser/browser.ts';
import { findPage, navigationOfSite, registryOfPage } from './registry/registry.ts';
import { showSky } from './sky/Sky.tsx';
import { requestedTry } from './try/tried.ts';

/**
 * Sends the events of remotes to the operator's endpoint, if the page names one (`<meta name="events-url">`), as beacons: a
 * beacon outlives the page, and no code waits for it.
 */
function sendEvents(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="events-url"]')?.content;
  if (!address) return;
  onReport((event) => {
    // A staged release is only being tried: its failures do not count.
    if (registryOfPage().remotes[event.id]?.tried) return;
    // Without a network a beacon would only log an error to the console.
    if (navigator.onLine) navigator.sendBeacon(address, JSON.stringify(event));
  });
}

/** Opens the inspector with Alt+Shift+I or `?inspect`. */
function listenForInspector(): void {
  const toggle = async () => (await import('./inspector/Inspector.tsx')).toggleInspector();
  addEventListener('keydown', (event) => {
    // The physical key: with Alt, some systems produce another letter.
    if (event.code !== 'KeyI' || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) void toggle();
  });
  if (new URLSearchParams(location.search).has('inspect')) void toggle();
}

/**
 * Registers the service worker that the HTML of the page names, if any (`site.json` can remove it; in development there is
 * none). Waits until the first page is idle: a service worker helps the next visit and must not slow down this one.
 */
function registerWorkerWhenIdle(router: DataRouter): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content;
  if (!address || !('serviceWorker' in navigator)) return;
  whenIdle(() => {
    // The site works without a service worker, and a visitor could do nothing about the error.
    void import('./offline/registerWorker.ts')
      .then(({ registerWorker }) => registerWorker(address, router))
      .catch(() => {});
  });
}

/** The code so far has taken a task already, and a click may be waiting. A timer would be throttled in a background tab. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve());
    port1.start();
    port2.postMessage(null);
  });

async function start(): Promise<void> {
  registerInlineStyles();
  sendEvents();
  announceSession(findPage);
  listenForInspector();
  const tried = requestedTry();
  // Reads what a link in a mail or Google put into the address before the router does; the response comes later.
  void session.getState().start();
  if (tried === null) await nextTask();
  // Without its code this tab gets what is live, and the address still asks: a reload tries it again.
  else await import('./try/startTry.tsx').then(({ startTry }) => startTry(tried)).catch(() => {});

  // Redirects from a deep link that this visitor may not open before anything is fetched for it.
  const redirect = redirectFor(findPage(location.pathname), session.getState());
  if (redirect) history.replaceState(null, '', redirect);

  provideNavigation(navigationOfSite());
  showSky(location.pathname);
  markMotion();
  warmOnIntent();

  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no element with the id "root"');
  const router = createAppRouter();
  // What a tab tries is not the page that the HTML has, and is cached for no one.
  void mount(container, router, redirect !== null || tried !== null);
  fetchLateScripts();
  if (tried === null) registerWorkerWhenIdle(router);
  whenIdle(loadEmojiFont);
}

void start();
