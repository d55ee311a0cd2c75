/**
 * Where these are installed, as in the repository of a remote, Vite serves their modules one by one: put together beforehand
 * they would lose their CSS modules, and the platform would be there twice. Where they are sources it does so anyway.
 */
export const OUR_PACKAGES = ['auth', 'domain', 'federation', 'platform', 'standalone', 'supabase', 'ui'].map(
  (name) => `@space/${name}`,
);
