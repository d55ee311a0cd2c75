import type { Plugin } from 'vite';

/**
 * The React plugin prebundles react-dom in development and complains if a remote has none: only the hosts of pages render.
 */
export const withoutReactDom: Plugin = {
  name: 'space-without-react-dom',
  apply: 'serve',
  configResolved({ environments }) {
    const { include } = environments['client']?.optimizeDeps ?? {};
    const index = include?.indexOf('react-dom') ?? -1;
    if (index >= 0) include?.splice(index, 1);
  },
};
