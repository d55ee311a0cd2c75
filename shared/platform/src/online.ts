import { latestOnly } from '@space/domain';

/** How often a site on this very machine is asked while the browser believes that there is no network. */
const LOOK_EVERY = 3_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const listeners = new Set<() => void>();
let isReachable = true;
let timer: ReturnType<typeof setTimeout> | undefined;
const begin = latestOnly();

function set(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  for (const listener of listeners) listener();
}

async function siteAnswers(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(LOOK_EVERY) });
    return true;
  } catch {
    return false;
  }
}

/**
 * The browser's word counts, except for a site on this machine: without a network it is still there, and only asking
 * tells. Then it is asked again and again, because the browser has nothing to report. An answer that comes after the browser
 * has spoken again counts no more.
 */
async function look(): Promise<void> {
  const isLatest = begin();
  clearTimeout(timer);
  if (navigator.onLine) {
    set(true);
  } else if (LOOPBACK.test(location.hostname)) {
    const answers = await siteAnswers();
    if (!isLatest()) return;
    timer = setTimeout(handleChange, LOOK_EVERY);
    set(answers);
  } else {
    set(false);
  }
}

function handleChange(): void {
  void look();
}

/** Calls back when the network goes or comes; returns a function that ends the subscription. */
export function onOnlineChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', handleChange);
    window.addEventListener('offline', handleChange);
    handleChange();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    begin();
    clearTimeout(timer);
    window.removeEventListener('online', handleChange);
    window.removeEventListener('offline', handleChange);
  };
}

/** Whether the site can be reached, as far as is known. */
export function isOnline(): boolean {
  return isReachable;
}
