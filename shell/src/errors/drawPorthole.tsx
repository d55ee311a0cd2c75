import type { ReactNode } from 'react';
import { DOG, DOG_FLAP, PixelSprite, ROCKET_LOW } from '@space/ui';
import { SATELLITE, SATELLITE_DARK } from './satellite.ts';

/** What the window shows: the dog, lost; a satellite that does not respond; the rocket, tumbling. */
export type PortholeView = 'lost' | 'silent' | 'crash';

/** Every sprite has a light outline, to be visible against the night. */
const OUTLINE = 'var(--color-accent-strong)';

export function drawPorthole(view: PortholeView): ReactNode {
  switch (view) {
    case 'lost':
      return <PixelSprite frames={[DOG, DOG_FLAP]} scale={4} outline={OUTLINE} />;
    case 'silent':
      return <PixelSprite frames={[SATELLITE, SATELLITE_DARK]} scale={4} outline={OUTLINE} />;
    case 'crash':
      return <PixelSprite frames={[ROCKET_LOW]} scale={5} outline={OUTLINE} />;
  }
}
