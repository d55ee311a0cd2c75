export const pages = {
  '/settings': async () => (await import('./page/SettingsPage.tsx')).SettingsPage,
};
