export const pages = {
  '/by-webpack': async () => (await import('./HelloPage.js')).HelloPage,
};
