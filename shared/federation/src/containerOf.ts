/**
 * What a release says of the tool that made its container: a version of the federation plugin, or of another, by name. Takes
 * what its `remote.json` says, and the version that its build notes.
 */
export const containerOf = (container: string | undefined, version: string): string =>
  container === 'enhanced' ? `enhanced-${version}` : version;
