export { memoryStorage } from './memoryStorage.ts';
export { addressOf, startProxy } from './proxy.ts';
export type { Fault, Proxy, ProxyRule, SeenRequest } from './proxy.ts';
export { spoilSession } from './tokens.ts';
