import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from '@space/federation';
import { developmentRelease } from '@space/federation/developmentRelease';
import { REFRESH_PREAMBLE } from '@space/federation/refreshRuntime';
import { SHELL, addressOf, pageHtml, planSite, storeError } from '@space/store';
import type { ReleaseRecord, RemoteDeclaration } from '@space/store';
import { DEVELOPMENT } from '../buildApp.ts';

/** Where the files of the shell's development flavour are served: in the place of a version. */
export const SHELL_ADDRESS = addressOf(SHELL, DEVELOPMENT);
/** The first of a page's scripts that import, behind the import map: the shell's entry, which starts React. */
const ENTRY = '<script type="module"';
const PREAMBLE = `<script type="module">
      ${REFRESH_PREAMBLE}
    </script>`;

interface DevelopmentPagesOptions {
  store: string;
  /** The folder of the shell's development flavour. */
  shell: string;
  /** The remote that comes from its development server. */
  remote: RemoteDeclaration;
  /** The origin of that server. */
  origin: string;
  /** The backend's publishable key. */
  key: string;
}

export interface DevelopmentPages {
  /** The HTML of the page at a path. */
  html(path: string): Promise<string>;
  registry(): Promise<Registry>;
}

/**
 * The pages of the released site with one remote from its development server. Read anew for each request, so that what
 * others release meanwhile is there at the next reload.
 *
 * Takes where everything is; returns the pages and their registry; both throw StoreError while no shell was released.
 */
export function developmentPages({
  store,
  shell,
  remote,
  origin,
  key,
}: DevelopmentPagesOptions): DevelopmentPages {
  async function plan(): Promise<{ registry: Registry; records: readonly ReleaseRecord[] }> {
    const released = await planSite(store);
    if (released === null)
      throw storeError(`No shell was released into ${store}. Run "npm run build" first.`);
    const { name, title, pages } = remote;
    const state = {
      title,
      pages,
      live: developmentRelease(origin),
      previous: null,
      canary: null,
      disabled: null,
    };
    const remotes = { ...released.registry.remotes, [name]: state };
    return {
      registry: { ...released.registry, shell: DEVELOPMENT, remotes },
      records: released.records.filter((record) => record.name !== name),
    };
  }

  return {
    async html(path) {
      const { registry, records } = await plan();
      const template = await readFile(join(shell, 'index.html'), 'utf8');
      return pageHtml({ template, registry, records }, path)
        .replace(ENTRY, (entry) => `${PREAMBLE}\n    ${entry}`)
        .replaceAll('%SUPABASE_KEY%', () => key);
    },
    async registry() {
      return (await plan()).registry;
    },
  };
}
