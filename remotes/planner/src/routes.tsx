export const pages = {
  '/dashboard': async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
};
