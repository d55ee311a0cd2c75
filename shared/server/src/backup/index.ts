export { checkBackup } from './checkBackup.ts';
export { dataCommand } from './dataCommand.ts';
