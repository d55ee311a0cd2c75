import { REMOTES, releaseApp } from '@space/release';
import { derive } from '@space/store';
import { copySource, copyStore, type Store } from '../../support/store.ts';

export const CONTAINERS = ['lean', 'federation-plugin'] as const;
export type Container = (typeof CONTAINERS)[number];

/** The Vite config of a remote whose container is set in `remote.json`. */
const CONFIG = `
import { remoteConfig } from '@space/federation/preset';
import declaration from './remote.json' with { type: 'json' };

export default remoteConfig(declaration);
`;

/** Copies the built store and gives every remote the same kind of container. */
export async function storeWith(container: Container): Promise<Store> {
  const store = copyStore();
  for (const { name, container: declared = 'lean' } of REMOTES) {
    if (declared === container) continue;
    console.log(`building ${name} with the container "${container}"`);
    const source = copySource(name);
    try {
      source.edit(
        'remote.json',
        /("container": "[^"]*",\s*)?"pages"/,
        `"container": "${container}",\n  "pages"`,
      );
      source.write('vite.config.ts', CONFIG);
      await releaseApp(name, { store: store.folder, from: source.folder });
    } finally {
      source.discard();
    }
  }
  await derive(store.folder);
  return store;
}
