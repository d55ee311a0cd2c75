import { Suspense, lazy, type ReactNode } from 'react';
import { needsReload } from '../heal/onFailure.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { findRunning } from './findRunning.ts';
import type { Loader } from './openSlot.ts';
import { remoteRegion } from './RemoteRegion.tsx';

const loader: Loader = { findRunning, remoteRegion, needsReload };

const SlotRegions = lazy(() =>
  import('./SlotRegions.tsx').then(
    (module) => ({ default: module.SlotRegions }),
    (error: unknown) => {
      // The page is whole without it.
      console.error('Failed to load what shows slots', error);
      return { default: () => [] };
    },
  ),
);

/** What is in a slot of a page: nothing at all where no remote fills it. Takes its name, and what the page gives to it. */
export function slotHost(slot: string, data: object): ReactNode {
  const isFilled = Object.values(registryOfPage().remotes).some(
    ({ live, canary, disabled }) =>
      disabled === null &&
      [live, canary?.release].some((release) => release?.fills?.some((fill) => fill.slot === slot)),
  );
  return (
    isFilled && (
      <Suspense fallback={null}>
        <SlotRegions slot={slot} data={data} loader={loader} />
      </Suspense>
    )
  );
}
