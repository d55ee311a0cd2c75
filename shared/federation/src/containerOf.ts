/**
 * Identifies the tool that made a release's container: a version of the federation plugin, or of another tool with its
 * name. Takes `container` of its `remote.json`, and the version that its build notes.
 */
export const containerOf = (container: string | undefined, version: string): string =>
  container === 'enhanced' ? `enhanced-${version}` : version;
