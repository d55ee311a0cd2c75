export { gateAgainstStore, type Candidate } from './gate/gate.ts';
export { createRemote } from './newRemote/createRemote.ts';
export { REMOTES, ROOT, SITE, TEST_SITE } from './places.ts';
export { releaseApp } from './releaseApp.ts';
