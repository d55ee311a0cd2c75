export const routes = [
  {
    path: '/by-rspack',
    handle: { title: 'By Rspack' },
    lazy: async () => ({ Component: (await import('./HelloPage.jsx')).HelloPage }),
  },
];
