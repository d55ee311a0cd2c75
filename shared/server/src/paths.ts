import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));
/** The Supabase CLI's folder: migrations and mail templates are read from there. */
export const supabaseDirectory = fileURLToPath(new URL('../../../supabase/', import.meta.url));
