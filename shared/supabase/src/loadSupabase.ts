/** Fetches supabase-js whole: for who signs in or refreshes, not for who only reads and writes rows. */
export const loadSupabase = () => import('@supabase/supabase-js');
