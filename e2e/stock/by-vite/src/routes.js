export const pages = {
  '/by-vite': async () => (await import('./HelloPage.jsx')).HelloPage,
};
