export { makeScratch } from './scratch.ts';
export { startServerProcess, type ServerProcess, type ServerProcessOptions } from './serverProcess.ts';
export { copyTemplate } from './template.ts';
