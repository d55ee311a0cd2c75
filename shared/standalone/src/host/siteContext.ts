import { createContext, useContext } from 'react';
import type { StandaloneSite } from './standaloneSite.ts';

export const SiteContext = createContext<StandaloneSite | null>(null);

/** The site that this page belongs to. Throws outside of `SiteContext`. */
export function useSite(): StandaloneSite {
  const site = useContext(SiteContext);
  if (!site) throw new Error('There is no site around this component');
  return site;
}
