import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { CONTAINERS, CONTRACTS, type Host } from '@space/federation';
import { SHARES } from '@space/federation/shares';
import * as platform from './platform.ts';
import { lazy } from './lazy.ts';
import { version as platformVersion } from '@space/platform/package.json';

/** The modules that this shell shares with remotes: import specifier → version. */
const SHARED: Readonly<Record<keyof typeof SHARES, string>> = {
  react: React.version,
  'react/jsx-runtime': React.version,
  '@space/platform': platformVersion,
};

/** What this shell offers to releases: the gate compares it with what each of them needs. */
export const HOST: Host = {
  contracts: CONTRACTS,
  plugins: CONTAINERS,
  shares: SHARED,
  names: Object.keys(platform),
};

/** A share in the format of Module Federation: `lib` returns the shell's own import. */
export const shareOf = (name: keyof typeof SHARES, module: unknown) => ({
  version: SHARED[name],
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: SHARES[name] },
});

export const shared = {
  react: shareOf('react', { ...React, lazy }),
  'react/jsx-runtime': shareOf('react/jsx-runtime', jsxRuntime),
  '@space/platform': shareOf('@space/platform', platform),
};
