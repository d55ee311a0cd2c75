/** Loads the auth client of supabase-js: only signing in and refreshing need it, not reading and writing rows. */
export const loadAuthClient = async () => {
  const { GoTrueClient } = await import('@supabase/supabase-js');
  return GoTrueClient;
};
