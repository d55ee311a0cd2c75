import type { Page } from '@playwright/test';

/** What the browser tells the operator, as it goes over the network. */
export interface RemoteEvent {
  id: string;
  version: string;
  outcome: string;
  cause: string;
  milliseconds: number;
  bucket: number;
}

/** Notes every event that a page sends from now on. The server gets them as well. */
export async function watchEvents(page: Page): Promise<RemoteEvent[]> {
  const events: RemoteEvent[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/_events') return;
    // Written by the shell's sendEvents; what is missing fails the test that looks at it.
    events.push(JSON.parse(request.postData() ?? '{}') as RemoteEvent);
  });
  return events;
}
