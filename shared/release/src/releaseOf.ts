import type { Release } from '@space/federation';

/** The part of the plugin's `mf-manifest.json` that decides what a release needs. */
export interface FederationManifest {
  contract: number;
  metaData: { remoteEntry: { name: string } };
  shared: { name: string; requiredVersion: string }[];
  exposes: { path: string; assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
}

/**
 * Derives what the registry says of a release from what its build says of itself.
 *
 * Takes the manifest, the version and the address of the release's folder ('/remotes/retro/1a2b3c4d/'); returns the
 * release; throws `TypeError` when the manifest has no exposed `./routes`.
 */
export function releaseOf(manifest: FederationManifest, version: string, folder: string): Release {
  const routes = manifest.exposes.find(({ path }) => path === './routes');
  if (!routes) throw new TypeError('The remote does not expose ./routes');
  const at = (file: string) => folder + file;
  return {
    version,
    entry: at(manifest.metaData.remoteEntry.name),
    styles: routes.assets.css.sync.map(at),
    preload: routes.assets.js.sync.map(at),
    contract: manifest.contract,
    shares: Object.fromEntries(manifest.shared.map(({ name, requiredVersion }) => [name, requiredVersion])),
  };
}
