export { startServerProcess, type ServerProcess, type ServerProcessOptions } from './serverProcess.ts';
export { copyTemplate } from './template.ts';
