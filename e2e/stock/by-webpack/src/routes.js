export const routes = [
  {
    path: '/by-webpack',
    handle: { title: 'By webpack' },
    lazy: async () => ({ Component: (await import('./HelloPage.js')).HelloPage }),
  },
];
