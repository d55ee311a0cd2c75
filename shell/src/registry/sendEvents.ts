import { onReport } from '@space/platform/internal';
import { registryOfPage } from './registryOfPage.ts';

/**
 * Sends the events of remotes to the operator's endpoint, if the page names one (`<meta name="events-url">`), as beacons: a
 * beacon outlives the page, and no code waits for it.
 */
export function sendEvents(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="events-url"]')?.content;
  if (!address) return;
  onReport((event) => {
    // A staged release is only being tried: its failures do not count.
    if (registryOfPage().remotes[event.id]?.tried) return;
    // Without a network a beacon would only log an error to the console.
    if (navigator.onLine) navigator.sendBeacon(address, JSON.stringify(event));
  });
}
