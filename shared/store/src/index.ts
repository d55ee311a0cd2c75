export { actorOf, runOf } from './actor.ts';
export { haltReason, remoteEventSchema, talliesOf, type RecordedEvent } from './canary.ts';
export { alteredFile, integrityOf, originalOf } from './compressed.ts';
export { requireCurrentStore, setAside } from './former.ts';
export { derive, makePages, type Derived, type StagedRelease } from './derive.ts';
export { filesOf, isMissing } from './files.ts';
export {
  COMMON_HEADERS,
  IMMUTABLE_CACHE,
  SITE_URL,
  STRICT_TRANSPORT,
  contentTypeOf,
  siteHeaders,
} from './headers.ts';
export { withLock } from './lock.ts';
export { operatorState, overviewOf, versionInfos } from './overview.ts';
export type { FolderInfo, Overview, VersionInfo } from './overview.ts';
export { pageHtml, permissionsOf } from './pageHtml.ts';
export {
  STAGED_DAYS,
  goLive,
  halt,
  isWithdrawn,
  kill,
  promote,
  revive,
  rollBack,
  startCanary,
  versionsOfVisitors,
} from './pointer.ts';
export type { Frames, PrerenderedPages } from './prerendered.ts';
export {
  SHELL,
  addressOf,
  checked,
  errorMessage,
  folderOf,
  isDenied,
  isStoreError,
  orStoreError,
  readLiveShell,
  readPointer,
  readRecord,
  readSite,
  remotesIn,
  storeError,
  versionsOf,
  type StoreError,
} from './readStore.ts';
export {
  fileOfPage,
  pageFinder,
  patternsOf,
  planSite,
  readFolder,
  refusalsOf,
  releaseOf,
} from './registry.ts';
export {
  EMPTY_POINTER,
  MAX_MESSAGE_LENGTH,
  NEEDS,
  claimsOf,
  mapOf,
  nameSchema,
  originSchema,
  remoteDeclarationSchema,
  versionSchema,
} from './schema.ts';
export type { Move, Pointer, ReleaseRecord, RemoteDeclaration } from './schema.ts';
export { fillIn, headersOfAll, type PageSettings } from './siteFiles.ts';
export { addRelease, endExpiredStages, movePointer, stageRelease, type Moved } from './writeStore.ts';
