import type { Backend } from '@space/supabase';
import { loadBackend } from './backend.ts';

/**
 * Loads what asks the tables of a remote, which its migrations make (docs/own-a-remote.md, 'Data of your own'). Takes the
 * remote's name. Loads the client on first use; throws `BackendError`.
 */
export const loadTables: Backend['loadTables'] = async (remote) => (await loadBackend()).loadTables(remote);
