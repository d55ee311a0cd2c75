export { memoryStorage } from './memoryStorage.ts';
export {
  addressOf,
  json,
  startProxy,
  type Fault,
  type Proxy,
  type ProxyRule,
  type SeenRequest,
} from './proxy.ts';
export { spoilSession } from './tokens.ts';
