import { Banner } from './Banner.tsx';
import { isReleased, nameOf } from './nameOf.ts';
import type { Override } from './override.ts';
import { endOverride } from './tabWish.ts';

interface OverrideBannerProps {
  override: Override;
}

/** Says on every page that a part of it is not the site's own, and undoes it with one press. */
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
