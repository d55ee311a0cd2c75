export { startHostedSite, startServer, type ServerOptions } from './server.ts';
export { readPort } from './settings.ts';
