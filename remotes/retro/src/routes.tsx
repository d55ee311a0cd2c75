export const pages = {
  '/retro': async () => (await import('./landing/RetroLandingPage.tsx')).RetroLandingPage,
  '/retro/auth': async () => (await import('./auth/RetroAuthPage.tsx')).RetroAuthPage,
  '/retro/dashboard': async () => (await import('./dashboard/RetroDashboardPage.tsx')).RetroDashboardPage,
  '/retro/pricing': async () => (await import('./pricing/RetroPricingPage.tsx')).RetroPricingPage,
};
