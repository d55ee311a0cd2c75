import { ICON_PATHS, type IconName } from './iconPaths.ts';
import styles from './Icon.module.css';

interface IconProps {
  name: IconName;
  /** Pixels at the normal text size; drawn in em so that it grows with the text. 18 when absent. */
  size?: number;
  isFilled?: boolean | undefined;
}

/** A line icon of 24 units, in the colour of the text. Always decorative: the control around it carries the name. */
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
