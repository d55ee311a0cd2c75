export const pages = {
  '/by-rspack': async () => (await import('./HelloPage.jsx')).HelloPage,
};
