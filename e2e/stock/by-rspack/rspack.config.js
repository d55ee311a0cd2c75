import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';

const fromShell = { singleton: true, import: false };
const jsx = { parser: { syntax: 'ecmascript', jsx: true }, transform: { react: { runtime: 'automatic' } } };

export default {
  mode: 'production',
  context: import.meta.dirname,
  entry: {},
  target: ['web', 'es2022'],
  output: {
    module: true,
    publicPath: 'auto',
    filename: '[name].js',
    chunkFilename: 'assets/[name].[contenthash].js',
    cssChunkFilename: 'assets/[name].[contenthash].css',
  },
  module: {
    rules: [
      { test: /\.jsx$/, loader: 'builtin:swc-loader', options: { jsc: jsx } },
      { test: /\.css$/, type: 'css' },
    ],
  },
  plugins: [
    new ModuleFederationPlugin({
      name: 'by-rspack',
      filename: 'remoteEntry.js',
      library: { type: 'module' },
      dts: false,
      exposes: { './routes': './src/routes.js' },
      shared: {
        react: { ...fromShell, requiredVersion: '>=19.0.0 <20' },
        'react/jsx-runtime': { ...fromShell, requiredVersion: '19.x' },
        '@space/platform': { ...fromShell, requiredVersion: '^2.0.0' },
      },
    }),
  ],
};
