export { gateAgainstStore } from './gate/rules.ts';
export type { Candidate } from './gate/rules.ts';
export { createRemote } from './newRemote/createRemote.ts';
export { REMOTES, ROOT, SITE, TEST_SITE } from './places.ts';
export { releaseApp } from './releaseApp.ts';
