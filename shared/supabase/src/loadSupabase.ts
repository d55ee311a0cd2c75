/** Loads all of supabase-js: only signing in and refreshing need it, not reading and writing rows. */
export const loadSupabase = () => import('@supabase/supabase-js');
