import { Suspense, lazy, type ReactNode } from 'react';
import { needsReload } from '../heal/onFailure.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { findRunning } from './findRunning.ts';
import { provideWaitingParts } from './lazy.ts';
import type { Loader } from './openSlot.ts';
import { remoteRegion } from './RemoteRegion.tsx';

provideWaitingParts(() => import('./SlotRegions.tsx'));

const loader: Loader = { findRunning, remoteRegion, needsReload };

const SlotRegions = lazy(() =>
  import('./SlotRegions.tsx').then(
    (module) => ({ default: module.SlotRegions }),
    (error: unknown) => {
      // The page works without its slots.
      console.error('Failed to load what shows slots', error);
      return { default: () => [] };
    },
  ),
);

/** Renders the content of a slot, nothing if no remote fills it. Takes the slot's name and the data from its page. */
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
