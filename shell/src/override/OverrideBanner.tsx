import { Banner } from './Banner.tsx';
import { isReleased, nameOf } from './nameOf.ts';
import type { Override } from './override.ts';
import { endOverride } from './overrideRequest.ts';

interface OverrideBannerProps {
  override: Override;
}

/** Says on every page that a remote comes from another address, with a button that ends the override. */
export function OverrideBanner({ override: { remote, origin } }: OverrideBannerProps) {
  return (
    <Banner
      label="Override"
      action={isReleased(remote) ? 'Use the released version' : 'End the override'}
      onAction={endOverride}
    >
      This tab takes {nameOf(remote)} from <strong>{origin}</strong>
    </Banner>
  );
}
