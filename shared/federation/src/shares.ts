/**
 * What the shell shares with every remote: import specifier → range. Shares are found by specifier, so a sub-path of one of
 * these would be a second copy. The range of the platform is written out because `workspace:*` would publish `*`; a name
 * added to the platform raises its minor version and this range, so that a shell without the name refuses the new release.
 * So does a rule that `base.css` of shared/ui gains: remotes rely on it.
 */
export const SHARES = {
  react: '^19.3.0',
  'react/jsx-runtime': '^19.3.0',
  '@space/platform': '^2.0.0',
} as const;
