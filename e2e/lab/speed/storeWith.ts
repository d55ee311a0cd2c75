import { REMOTES, releaseApp } from '@space/release';
import { derive } from '@space/store';
import { copySource, copyStore, type Store } from '../../support/store.ts';

export const CONTAINERS = ['lean', 'federation-plugin'] as const;
export type Container = (typeof CONTAINERS)[number];

/** What a remote has whose container `remote.json` chooses. */
const CONFIG = `
import { remoteConfig } from '@space/federation/preset';
import declaration from './remote.json' with { type: 'json' };

export default remoteConfig(declaration);
`;

/** Makes a copy of the built store in which every remote has one kind of container. */
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
