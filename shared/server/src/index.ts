export { startServer, type Server, type ServerOptions } from './server.ts';
export { startHostedSite, type HostedSiteOptions } from './hostedSite.ts';
export type { Certificate } from './http/secureServer.ts';
export { readPort } from './settings.ts';
export { isStartError, type StartError } from './startError.ts';
export type { Mail, Outbox } from './outbox.ts';
