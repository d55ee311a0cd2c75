import { ICON_PATHS } from './iconPaths.ts';
import type { IconName } from './iconPaths.ts';

interface IconProps {
  name: IconName;
  /** Pixels at the normal text size; drawn in em so that it grows with the text. */
  size?: number;
  isFilled?: boolean;
}

/** A line icon of 24 units, in the colour of the text. Always decorative: the control around it carries the name. */
export function Icon({ name, size = 18, isFilled = false }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={`${size / 16}em`}
      height={`${size / 16}em`}
      viewBox="0 0 24 24"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
