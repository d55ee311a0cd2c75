import { onReport } from '@space/platform/internal';

/**
 * Sends what becomes of remotes to the operator's endpoint, if the page names one (`<meta name="events-url">`). A beacon:
 * it outlives the page and is waited for by no one. Takes of which remotes nothing is to be sent.
 */
export function sendEvents(isPreviewed: (remote: string) => boolean): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="events-url"]')?.content;
  if (!address) return;
  onReport((event) => {
    if (isPreviewed(event.id)) return;
    // Without a network nothing comes of it but a line in the console.
    if (navigator.onLine) navigator.sendBeacon(address, JSON.stringify(event));
  });
}
