import { useLayoutEffect } from 'react';
import { useLocation, type DataRouter } from 'react-router-dom';
import { safeTabStorage } from '@space/supabase';

const STORED_IN = 'better-space-scroll';
/** How long a page may take to grow to its height, in milliseconds. */
const TIME_LIMIT = 10_000;
/** What visitors do to scroll or to use the page. From then on only the visitor scrolls. */
const INPUTS = ['wheel', 'pointerdown', 'keydown'];

const storage = safeTabStorage();
/** How far the entries of this tab's history were scrolled, by the keys of their locations. */
const positions = new Map<string, number>();
for (const [, key = '', top] of storage.getItem(STORED_IN)?.matchAll(/(\w+)=([\d.]+)/g) ?? [])
  positions.set(key, Number(top));
let router: DataRouter | null = null;
/** The key of the location that is shown. In the module, because an error mounts the layout again. */
let shownKey: string | null = null;
/**
 * How far the page was scrolled before it is left. The browser ends the requests of a document that is left: what the page
 * says of that is never seen, but takes a line, and `scrollY` moves on by it.
 */
let seenTop = 0;
function see(): void {
  seenTop = scrollY;
}
/** Stops scrolling to the place where the shown page opens; null once it is reached. */
let stopArriving: (() => void) | null = null;

/** Until a remembered place is reached, it stays remembered. */
function remember(top: number): void {
  if (shownKey === null || (stopArriving && positions.has(shownKey))) return;
  positions.set(shownKey, top);
}

/** The browser itself scrolls while it parses the HTML of a new document; from then on the shell does. */
function takeOver(): void {
  history.scrollRestoration = 'manual';
}

function store(): void {
  remember(seenTop);
  history.scrollRestoration = 'auto';
  storage.setItem(STORED_IN, [...positions].map(([key, top]) => `${key}=${top}`).join(' '));
}

/** The place where a page opens: a remembered one, else the target of the fragment, else where the page says. */
function findPlace(key: string, hash: string): number | Element | null {
  let id = hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // Not encoded: the id as it is.
  }
  return positions.get(key) ?? document.getElementById(id) ?? document.querySelector('[data-opens-here]');
}

/** Scrolls to the place where a page opens. Returns whether it is there: content may come later. */
function scrollToPlace(place: number | Element | null): boolean {
  if (typeof place === 'number') scrollTo({ top: place, behavior: 'instant' });
  else place?.scrollIntoView({ block: 'start', behavior: 'instant' });
  if (place !== null) see();
  const isReached = typeof place === 'number' ? Math.abs(scrollY - place) < 1 : place !== null;
  return isReached && document.querySelector('#main[aria-busy="true"], #main [aria-busy="true"]') === null;
}

function arrive(key: string, hash: string): void {
  if (key === shownKey) return;
  const isFirst = shownKey === null;
  shownKey = key;
  stopArriving?.();
  if (router?.state.preventScrollReset === true) return;
  // A new document is at its top, or where its reader has scrolled meanwhile.
  if (!isFirst && findPlace(key, hash) === null) {
    scrollTo({ top: 0, behavior: 'instant' });
    seenTop = 0;
  }
  if (scrollToPlace(findPlace(key, hash))) return;

  const listening = new AbortController();
  const stop = () => {
    listening.abort();
    observer.disconnect();
    clearTimeout(timer);
    stopArriving = null;
  };
  const observer = new ResizeObserver(() => {
    if (scrollToPlace(findPlace(key, hash))) stop();
  });
  const timer = setTimeout(stop, TIME_LIMIT);
  observer.observe(document.body);
  for (const type of INPUTS)
    addEventListener(type, stop, { capture: true, passive: true, signal: listening.signal });
  stopArriving = stop;
}

/** Gives an entry of the history a key if it has none (the first, a typed fragment): the router calls them all 'default'. */
function giveKey(): void {
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'key' in state) return;
  history.replaceState({ key: Math.random().toString(36).slice(2) }, '');
}

/** Gives every entry of the history a key of its own. Call it before the router starts: it reads the key. */
export function keyEntries(): void {
  giveKey();
  addEventListener('popstate', giveKey);
}

/** Remembers how far each page is scrolled when it is left. */
export function rememberPositions(next: DataRouter): void {
  router = next;
  takeOver();
  addEventListener('pageshow', takeOver);
  addEventListener('pagehide', store);
  see();
  addEventListener('scroll', see, { passive: true });
  addEventListener('beforeunload', see);
  // Before React renders the next page.
  next.subscribe(({ location }) => {
    if (location.key !== shownKey) remember(scrollY);
  });
}

/**
 * Scrolls a page to where it was left (Back, Forward, reload), else to the target of the fragment, else to the element that
 * the page marks with `data-opens-here`, else to the top. Content may come late: until it is there, the page is scrolled
 * again whenever it grows, unless its visitor has done something.
 */
export function useScrollPosition(): void {
  const { key, hash } = useLocation();
  useLayoutEffect(() => arrive(key, hash), [key, hash]);
}
