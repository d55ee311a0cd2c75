import { loadBackend } from './backend.ts';
import { createTablesWith } from './openTables.ts';

/**
 * Opens the tables of a remote, which its migrations make (docs/own-a-remote.md, 'Data of your own'). Takes the remote's name;
 * returns what opens one of them: it takes the name without the remote's ('entries' of notes is `notes_entries`) and the
 * schema of its rows, and asks nothing before its methods are called. They load the client on first use, and throw
 * `BackendError`.
 */
export const createTables = createTablesWith(loadBackend);
