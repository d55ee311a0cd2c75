import type { BrowserContext } from '@playwright/test';

/** Listens to the console of a browser from now on; returns what gives all that it said, but for what is allowed. */
export function watchConsole(context: BrowserContext): (allowed: readonly RegExp[]) => string[] {
  const said: { line: string; address: string }[] = [];
  const unknown = new Set<string>();
  context.on('console', (message) =>
    said.push({ line: `${message.type()}: ${message.text()}`, address: message.location().url }),
  );
  context.on('weberror', (error) =>
    said.push({ line: `uncaught: ${error.error().message}`, address: 'no address' }),
  );
  context.on('response', (response) => {
    if (response.status() === 404 && response.request().isNavigationRequest()) unknown.add(response.url());
  });
  // Chromium remarks on every document that comes with status 404, as the one of an unknown address does.
  const isRemark = (line: string, address: string) =>
    unknown.has(address) && line.includes('with a status of 404 (');
  return (allowed) =>
    said
      .filter(
        ({ line, address }) => !isRemark(line, address) && !allowed.some((pattern) => pattern.test(line)),
      )
      .map(({ line }) => line);
}
