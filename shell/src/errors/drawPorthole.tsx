import type { ReactNode } from 'react';
import { DOG, DOG_FLAP, PixelSprite, ROCKET_LOW } from '@space/ui';
import { SATELLITE, SATELLITE_DARK } from './satellite.ts';

/** What drifts past: the dog, who has lost the way; a satellite that does not answer; the rocket, tumbling. */
export type PortholeView = 'lost' | 'silent' | 'crash';

/** Against the night every sprite has a light rim. */
const RIM = 'var(--color-accent-strong)';

export function drawPorthole(view: PortholeView): ReactNode {
  switch (view) {
    case 'lost':
      return <PixelSprite frames={[DOG, DOG_FLAP]} scale={4} outline={RIM} />;
    case 'silent':
      return <PixelSprite frames={[SATELLITE, SATELLITE_DARK]} scale={4} outline={RIM} />;
    case 'crash':
      return <PixelSprite frames={[ROCKET_LOW]} scale={5} outline={RIM} />;
  }
}
