export const pages = {
  '/sample': async () => (await import('./sample/SamplePage.tsx')).SamplePage,
};
