export { buildApp } from './buildApp.ts';
export { composeSite } from './composeSite.ts';
export { REMOTES, ROOT, SITE } from './places.ts';
export { releaseOf } from './releaseOf.ts';
