export const routes = [
  {
    path: '/by-vite',
    handle: { title: 'By Vite' },
    lazy: async () => ({ Component: (await import('./HelloPage.jsx')).HelloPage }),
  },
];
