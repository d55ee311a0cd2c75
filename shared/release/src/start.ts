import { resolve } from 'node:path';
import { errorMessage } from '@space/store';
import { compareSources, releaseNewApps } from './firstRelease.ts';
import { SITE } from './places.ts';

// `npm start` in one process: releases what the store has never had, serves the store, and then compares the sources with
// it. `--release-only`: serves nothing, for the image of a container and for tests.

const store = resolve(process.env['SITE_DIR'] || SITE);
try {
  const apps = await releaseNewApps(store);
  if (process.argv[2] === '--release-only') await compareSources(store, apps);
  else {
    const { serve } = await import('@space/server/serve');
    await serve(() => compareSources(store, apps));
  }
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
