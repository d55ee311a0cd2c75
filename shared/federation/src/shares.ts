/**
 * What the shell lends to every remote: import specifier → range. Sharing goes by specifier, so a sub-path of one of
 * these would be a second copy. The range of the platform is written out because `workspace:*` would publish `*`.
 */
export const SHARES = {
  react: '^19.3.0',
  'react/jsx-runtime': '^19.3.0',
  '@space/platform': '^1.0.0',
} as const;
