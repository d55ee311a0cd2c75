export { CONTRACT_VERSION, EXPOSED_MODULE, checkRemoteModule, routesOf } from './contract.ts';
export type {
  DeclaredPages,
  PageHandle,
  PageLoader,
  PageLoaders,
  PrerenderedAddress,
  RemoteRoute,
} from './contract.ts';
export { CAUSES, OUTCOMES, type RemoteEvent } from './event.ts';
export { checkRelease, satisfiesCaret, type Host, type Refusal, type Rule } from './gate.ts';
export {
  addressesOf,
  checkNavigation,
  checkPages,
  isPattern,
  pageOf,
  pathOf,
  rankOf,
  targetsOf,
} from './pages.ts';
export {
  INTEGRITY,
  LICENCES,
  NOTES_FILE,
  PLACEHOLDERS,
  REGISTRY_ELEMENT,
  RETRY_QUERIES,
  isRecord,
  isRemoteName,
  parseRegistry,
  withoutPrototype,
} from './registry.ts';
export type {
  NavigationEntry,
  PageAccess,
  PageClaim,
  Registry,
  Release,
  RemoteState,
  Sky,
  Style,
} from './registry.ts';
