export { JUDGE, actorOf, runOf } from './actor.ts';
export { buildManifestSchema } from './buildManifest.ts';
export type { BuildManifest } from './buildManifest.ts';
export { alteredFile, integrityInside, integrityOf, originalOf } from './compressed.ts';
export { contentTypeOf } from './contentTypes.ts';
export { derive, deriveIfAllowed, makePages, planSite, readFolder } from './derive.ts';
export type { Derived } from './derive.ts';
export { hostOf, refusalsOf, releaseOf } from './deriveRegistry.ts';
export { fillIn } from './fillIn.ts';
export type { PageSettings } from './fillIn.ts';
export { filesOf } from './files.ts';
export { headersOfAll, indexFiles } from './hostFiles.ts';
export type { SitePage } from './hostFiles.ts';
export { CANARY_RULE, haltReason, talliesOf } from './canary.ts';
export { SHELL, addressOf, folderOf } from './layout.ts';
export { withLock } from './lock.ts';
export { operatorState, overviewOf, versionInfos } from './overview.ts';
export type { LeftOut } from './deriveRegistry.ts';
export type { FolderInfo, Overview, VersionInfo } from './overview.ts';
export type { PrerenderedPages, Frames } from './prerenderSchema.ts';
export { SITE_URL, escapeHtml } from './headOf.ts';
export { fileOfPage, pageFinder, patternsOf } from './pageAddresses.ts';
export { pageHtml, permissionsOf } from './pageHtml.ts';
export {
  goLive,
  halt,
  isWithdrawn,
  kill,
  previousOf,
  promote,
  revive,
  rollBack,
  startCanary,
  STAGED_DAYS,
} from './pointerMoves.ts';
export { addRelease, endExpiredStages, stageRelease } from './publish.ts';
export type { StagedRelease } from './staged.ts';
export { movePointer } from './movePointer.ts';
export type { Act } from './movePointer.ts';
export {
  checked,
  liveShells,
  readPointer,
  readRecord,
  readSite,
  remotesIn,
  versionsOf,
} from './readStore.ts';
export type { StoreError } from './storeError.ts';
export { remoteEventSchema } from './remoteEvent.ts';
export type { RecordedEvent } from './remoteEvent.ts';
export {
  EMPTY_POINTER,
  MAX_MESSAGE_LENGTH,
  NEEDS,
  claimsOf,
  nameSchema,
  originSchema,
  remoteDeclarationSchema,
  siteSchema,
  versionSchema,
} from './schema.ts';
export type { Move, Pointer, ReleaseRecord, RemoteDeclaration, SiteConfiguration } from './schema.ts';
export { COMMON_HEADERS, IMMUTABLE_CACHE, STRICT_TRANSPORT, siteHeaders } from './securityHeaders.ts';
export type { PagePermissions } from './securityHeaders.ts';
export { isDenied, isMissing, isStoreError, storeError } from './storeError.ts';
export { errorMessage } from './errorMessage.ts';
