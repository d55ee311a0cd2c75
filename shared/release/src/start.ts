import { resolve } from 'node:path';
import { errorMessage, requireCurrentStore, setAside } from '@space/store';
import { compareSources, releaseNewApps } from './firstRelease.ts';
import { SITE } from './places.ts';

// `npm start` in one process: releases what the store has never had, serves the store, and then compares the sources with
// it. `--release-only`: serves nothing, for the image of a container and for tests. `--set-aside`: first gives a store of a
// former kind another name.

const store = resolve(process.env['STORE_DIR'] || SITE);
const [option] = process.argv.slice(2);
try {
  if (option === '--set-aside') console.log(`The former store is kept as ${await setAside(store)}.`);
  await requireCurrentStore(store);
  const apps = await releaseNewApps(store);
  if (option === '--release-only') await compareSources(store, apps);
  else {
    const { serve } = await import('@space/server/serve');
    await serve(() => compareSources(store, apps));
  }
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
