import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';

const fromShell = { singleton: true, import: false };

export default {
  mode: 'production',
  context: import.meta.dirname,
  entry: {},
  target: ['web', 'es2022'],
  experiments: { outputModule: true, css: true },
  output: {
    module: true,
    publicPath: 'auto',
    filename: '[name].js',
    chunkFilename: 'assets/[name].[contenthash].js',
    cssChunkFilename: 'assets/[name].[contenthash].css',
  },
  plugins: [
    new ModuleFederationPlugin({
      name: 'by-webpack',
      filename: 'remoteEntry.js',
      library: { type: 'module' },
      dts: false,
      exposes: { './routes': './src/routes.js' },
      shared: {
        react: { ...fromShell, requiredVersion: '*' },
        '@space/platform': { ...fromShell, requiredVersion: '2.x' },
      },
    }),
  ],
};
