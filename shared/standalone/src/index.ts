export { startStandalone } from './startStandalone.tsx';
export type { StandaloneRemote } from './host/standaloneSite.ts';
