export { createRemote } from './newRemote/createRemote.ts';
export { REMOTES, ROOT, TEST_SITE } from './places.ts';
