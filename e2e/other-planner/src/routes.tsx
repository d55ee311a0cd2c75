export const pages = {
  '/dashboard': async () => (await import('./AgendaPage.tsx')).AgendaPage,
};
