export const pages = {
  '/': async () => (await import('./landing/LandingPage.tsx')).LandingPage,
  '/about': async () => (await import('./about/AboutPage.tsx')).AboutPage,
  '/jobs': async () => (await import('./jobs/JobsPage.tsx')).JobsPage,
  '/terms': async () => (await import('./terms/TermsPage.tsx')).TermsPage,
  '/pricing': async () => (await import('./pricing/PricingPage.tsx')).PricingPage,
  '/rocket': async () => (await import('./rocket/RocketPage.tsx')).RocketPage,
};
