export {
  startHostedSite,
  startServer,
  type HostedSiteOptions,
  type Server,
  type ServerOptions,
} from './server.ts';
export { readPort } from './settings.ts';
export { isStartError, type StartError } from './startError.ts';
export type { Mail, Outbox } from './outbox.ts';
