import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));
/** The Supabase CLI's folder, which contains the migrations and mail templates. */
export const supabaseDirectory = fileURLToPath(new URL('../../../supabase/', import.meta.url));
