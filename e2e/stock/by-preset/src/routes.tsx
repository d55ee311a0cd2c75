export const pages = {
  '/by-preset': async () => (await import('./HelloPage.tsx')).HelloPage,
};
