export { CONTRACT_VERSION, EXPOSED_MODULE, checkRemoteModule } from './contract.ts';
export type { PageHandle, RemoteModule, RemoteRoute } from './contract.ts';
export { checkRelease, parseRegistry, satisfiesCaret } from './registry.ts';
export type { Registry, Release } from './registry.ts';
