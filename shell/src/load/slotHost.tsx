import { useEffect, useState, type ReactNode } from 'react';
import { needsReload } from '../heal/retryRemote.ts';
import { fillersOf, type Filler } from './fillersOf.ts';
import { findRunning } from './findRunning.ts';
import { remoteRegion } from './RemoteRegion.tsx';
import type { SlotRegion } from './SlotRegion.tsx';

/** What a slot's region takes from here: code that it shared would become a request of its own on every page. */
const loader = { findRunning, remoteRegion, needsReload };
export type Loader = typeof loader;

/** Once it has come. */
let Loaded: typeof SlotRegion | undefined;

async function loadSlotRegion(): Promise<typeof SlotRegion | undefined> {
  try {
    Loaded = (await import('./SlotRegion.tsx')).SlotRegion;
  } catch (error) {
    // The page is whole without it.
    console.error('Failed to load what shows slots', error);
  }
  return Loaded;
}

interface SlotPlaceProps {
  fillers: readonly Filler[];
  data: object;
}

/** A slot that is filled: its regions, when their code has come. */
function SlotPlace({ fillers, data }: SlotPlaceProps) {
  const [Shown, setShown] = useState(() => Loaded);
  useEffect(() => {
    if (!Shown) void loadSlotRegion().then((region) => setShown(() => region));
  }, [Shown]);
  return (
    Shown && fillers.map((filler) => <Shown key={filler.owner} filler={filler} data={data} loader={loader} />)
  );
}

/** What is in a slot of a page: nothing at all where no remote fills it. Takes its name, and what the page gives to it. */
export function slotHost(slot: string, data: object): ReactNode {
  const fillers = fillersOf(slot);
  return fillers.length === 0 ? null : <SlotPlace fillers={fillers} data={data} />;
}
