export { integrityInside, integrityOf, originalOf } from './compressed.ts';
export { derive, deriveIfAllowed, planSite, readFolder, registryText } from './derive.ts';
export type { Derived } from './derive.ts';
export { hostOf, releaseOf } from './deriveRegistry.ts';
export type { LeftOut } from './deriveRegistry.ts';
export { fillIn } from './fillIn.ts';
export type { PageSettings } from './fillIn.ts';
export { filesOf } from './files.ts';
export { judgeCanary } from './judgeCanary.ts';
export type { Verdict } from './judgeCanary.ts';
export { SHELL, addressOf, folderOf } from './layout.ts';
export { withLock } from './lock.ts';
export type { PrerenderedPages, Frames } from './prerenderSchema.ts';
export { SITE_URL, escapeHtml } from './headOf.ts';
export { pageHtml, permissionsOf } from './pageHtml.ts';
export {
  abort,
  goLive,
  halt,
  isWithdrawn,
  kill,
  previousOf,
  promote,
  revive,
  rollBack,
  startCanary,
} from './pointerMoves.ts';
export { addRelease, movePointer } from './publish.ts';
export { liveShells, readPointer, readRecord, remotesIn, versionsOf } from './readStore.ts';
export type { StoreError } from './storeError.ts';
export { recordedEventSchema, remoteEventSchema } from './remoteEvent.ts';
export type { RecordedEvent } from './remoteEvent.ts';
export { NEEDS, claimsOf, nameSchema, remoteDeclarationSchema } from './schema.ts';
export type { Pointer, ReleaseRecord, RemoteDeclaration } from './schema.ts';
export { COMMON_HEADERS, siteHeaders } from './securityHeaders.ts';
export type { PagePermissions } from './securityHeaders.ts';
export { isMissing, isStoreError, storeError } from './storeError.ts';
export { talliesOf } from './tallies.ts';
export type { Tallies } from './tallies.ts';
