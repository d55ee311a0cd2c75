import type { Plugin } from 'vite';

/**
 * The React plugin wants react-dom prepared for development and complains where a remote has none: only the hosts of
 * pages render.
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
