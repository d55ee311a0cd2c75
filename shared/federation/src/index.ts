export { CONTRACT_VERSION, EXPOSED_MODULE, checkRemoteModule } from './contract.ts';
export type { PageHandle, RemoteModule, RemoteRoute } from './contract.ts';
export { PLUGIN_VERSION, checkRelease, satisfiesCaret } from './gate.ts';
export type { Host, Refusal, Rule } from './gate.ts';
export { checkPages } from './pageRules.ts';
export { AGAIN, REGISTRY_ELEMENT } from './page.ts';
export { parseRegistry } from './registry.ts';
export type { PageClaim, Registry, Release, RemoteState, Style } from './registry.ts';
