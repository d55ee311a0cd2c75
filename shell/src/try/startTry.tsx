import { createRoot } from 'react-dom/client';
import { withTimeLimit } from '../browser/browser.ts';
import { Banner } from '../parts/parts.tsx';
import { registryOfPage } from '../registry/registry.ts';
import { findStaged, type Staged } from './findStaged.ts';
import styles from './startTry.module.css';
import { TRIED_KEY, TRY_QUERY, tabStorage } from './tried.ts';

/**
 * Puts a staged release in the place of all other versions of its remote. The page's import map, which has the hashes of
 * the others, does not name it: so the browser fetches and checks every script before one of them runs, and each later import
 * in this document takes the checked script.
 */
async function openStaged({ name, state, scripts }: Staged): Promise<void> {
  const { fetchScript } = await import('../load/openRemotePage.ts');
  await withTimeLimit(Promise.all([...scripts].map(([file, hash]) => fetchScript(file, hash))));
  registryOfPage().remotes[name] = state;
}

/** Remembers what this tab tries, or forgets it, and takes the request from the address, so that no copied link repeats it. */
function remember(text: string | null): void {
  if (text === null) tabStorage.removeItem(TRIED_KEY);
  else tabStorage.setItem(TRIED_KEY, text);
  const url = new URL(location.href);
  url.searchParams.delete(TRY_QUERY);
  history.replaceState(history.state, '', url);
}

function leave(): void {
  remember(null);
  location.reload();
}

/**
 * Lets this tab try a staged release, before any file of a remote is fetched, and says so in a banner. If the release is not
 * staged or cannot be checked, the banner says that, and the tab gets what is live. Takes the text of the request. Never throws.
 */
export async function startTry(text: string): Promise<void> {
  let staged: Staged | null = null;
  let trouble = 'The version that this link names is not staged, or no longer. This tab loads what is live.';
  try {
    staged = await findStaged(text);
    if (staged) await openStaged(staged);
  } catch (error) {
    console.warn('The staged release cannot be tried:', error);
    staged = null;
    trouble = 'The staged release could not be loaded and checked. This tab loads what is live.';
  }
  remember(staged && text);
  const container = document.createElement('div');
  container.className = styles.place ?? '';
  container.dataset['print'] = 'off';
  document.body.prepend(container);
  // A root of its own: if the tried release breaks the page, Leave still works. No text comes from the address.
  createRoot(container).render(
    <section aria-label="Trying a release">
      <Banner action={staged ? 'Leave' : 'Close'} onAction={staged ? leave : () => container.remove()}>
        <p role={staged ? undefined : 'alert'}>
          {staged ? `You are trying ${staged.name} ${staged.version}` : trouble}
        </p>
      </Banner>
    </section>,
  );
}
