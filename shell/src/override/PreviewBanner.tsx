import { atTime } from '@space/domain';
import { Banner } from './Banner.tsx';
import { isReleased } from './nameOf.ts';
import type { Preview } from './preview.ts';
import { endOverride } from './overrideRequest.ts';

interface PreviewBannerProps {
  preview: Preview;
}

/** Says on every page that a remote is a preview, with a button that ends it. */
export function PreviewBanner({ preview: { remote, label, title, until } }: PreviewBannerProps) {
  return (
    <Banner
      label="Preview"
      action={isReleased(remote) ? 'Use the released version' : 'End the preview'}
      onAction={endOverride}
    >
      This tab shows the preview <strong>{label}</strong> of {title}, until {atTime(until)}
    </Banner>
  );
}
