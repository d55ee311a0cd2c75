export const pages = {
  '/by-rsbuild': async () => (await import('./HelloPage.jsx')).HelloPage,
};
