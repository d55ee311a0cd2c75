import type { Page } from '@playwright/test';

/** What a page's HTML says of one version of a remote, as far as tests change it. */
export interface Release {
  version: string;
  entry: string;
  contract: number;
  shares: Record<string, string>;
}

/** What a page's HTML says of a remote. */
export interface RemoteState {
  live: Release;
  previous: Release | null;
  disabled: string | null;
}

export interface Registry {
  remotes: Record<string, RemoteState>;
}

const REGISTRY = /(<script type="application\/json" id="registry">)([^]*?)(<\/script>)/;

/**
 * Lets every page that is opened from now on carry another registry than the server sent. Takes the page and what makes
 * the new text from the old one; returns a function that stops it.
 */
export async function changeRegistryText(
  page: Page,
  change: (text: string) => string,
): Promise<() => Promise<void>> {
  const isPage = (url: URL) => !/\.[a-z]+$|^\/(auth|rest)\/v1\/|^\/_/.test(url.pathname);
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(REGISTRY, (_, start, text, end) => `${start}${change(text)}${end}`);
    await route.fulfill({ response, body });
  });
  return () => page.unroute(isPage);
}

/** The same for the registry as a value, which `change` alters in place. */
export function changeRegistry(page: Page, change: (registry: Registry) => void) {
  return changeRegistryText(page, (text) => {
    // Written by the store, checked by its own tests.
    const registry = JSON.parse(text) as Registry;
    change(registry);
    return JSON.stringify(registry).replaceAll('<', '\\u003c');
  });
}
