/**
 * If these are installed, as in the repository of a remote, Vite must not prebundle them: they would lose their CSS
 * modules, and the platform would exist twice. If they are sources, Vite does not do so anyway.
 */
export const OUR_PACKAGES = ['auth', 'domain', 'federation', 'platform', 'supabase', 'ui'].map(
  (name) => `@space/${name}`,
);
