import type { Backend } from '@space/supabase';
import { loadBackend } from './backend.ts';

/**
 * Takes a remote's name; returns the repository of its tables, which its migrations create (docs/own-a-remote.md, 'Data of
 * your own'). Loads the client on first use; throws `BackendError`.
 */
export const loadTables: Backend['loadTables'] = async (remote) => (await loadBackend()).loadTables(remote);
