import { ICON_PATHS, type IconName } from './iconPaths.ts';
import styles from './Icon.module.css';

interface IconProps {
  name: IconName;
  /** The size in pixels at the normal text size; set in em, so that it grows with the text. Defaults to 18. */
  size?: number;
  isFilled?: boolean | undefined;
}

/** A line icon on a 24-unit grid, in the colour of the text. Always decorative: the control around it has the name. */
export function Icon({ name, size, isFilled = false }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={styles.icon}
      width={size && `${size / 16}em`}
      height={size && `${size / 16}em`}
      viewBox="0 0 24 24"
      data-filled={isFilled || undefined}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
