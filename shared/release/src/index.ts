export { buildApp } from './buildApp.ts';
export { composeSite } from './composeSite.ts';
export { REMOTES, ROOT, SITE } from './places.ts';
export { releaseOf } from './releaseOf.ts';
export { checkAllTypes, checkTypes } from './gate/checkTypes.ts';
export { TYPES_FILE, parseReleaseTypes, readTypes } from './gate/releaseTypes.ts';
export type { ReleaseTypes } from './gate/releaseTypes.ts';
export { typesOf } from './gate/typesOf.ts';
