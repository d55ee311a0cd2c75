export { memoryStorage } from './testing/memoryStorage.ts';
export { startProxy } from './testing/proxy.ts';
export type { Fault, Proxy, ProxyRule, SeenRequest } from './testing/proxy.ts';
export { spoilSession } from './testing/tokens.ts';
