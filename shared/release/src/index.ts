export { buildApp } from './buildApp.ts';
export { checkAllTypes, checkTypes } from './gate/checkTypes.ts';
export { TYPES_FILE, parseReleaseTypes, readTypes } from './gate/releaseTypes.ts';
export type { ReleaseTypes } from './gate/releaseTypes.ts';
export { typesOf } from './gate/typesOf.ts';
export { describeRelease, sourceOf } from './describeRelease.ts';
export { REMOTES, ROOT, SITE, readDeclaration, readRemotes } from './places.ts';
export { publishBuild, releaseApp } from './releaseApp.ts';
export type { Aim, Released, ReleaseOptions } from './releaseApp.ts';
