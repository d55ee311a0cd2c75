import styles from './Icon.module.css';

/** Original line drawings on a 24-unit grid. */
const ICON_PATHS = {
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.900-.8z',
  pin: 'M9 4h6l-1 6 3 3v2h-10v-2l3-3zM12 15v6',
  search: 'M11 18a7 7 0 100-14 7 7 0 000 14zM16 16l4.500 4.500',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  arrowLeft: 'M19 12H5M11 6l-6 6 6 6',
  chevronLeft: 'M15 6l-6 6 6 6',
  chevronRight: 'M9 6l6 6-6 6',
  chevronsLeft: 'M12 6l-6 6 6 6M19 6l-6 6 6 6',
  chevronsRight: 'M5 6l6 6-6 6M12 6l6 6-6 6',
  chevronDown: 'M6 9l6 6 6-6',
  trash: 'M4 7h16M9 7v-3h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  smile:
    'M12 21a9 9 0 100-18 9 9 0 000 18zM8.500 14.500c1.800 2.300 5.200 2.300 7 0M9 9.500h.01M15 9.500h.01',
  pause: 'M8.500 6v12M15.500 6v12',
  play: 'M8 5.500l10.500 6.500L8 18.500z',
  plus: 'M12 5v14M5 12h14',
  calendar: 'M5 6h14v14H5zM5 10.500h14M9 3.500V8M15 3.500V8',
  home: 'M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-6h4v6',
  user: 'M12 12a4 4 0 100-8 4 4 0 000 8zM4.500 20.500c1-4 4-5.500 7.500-5.500s6.500 1.500 7.500 5.500',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  pencil: 'M4 20l1-4.500 11-11 3.500 3.500-11 11z',
  retry: 'M19.500 12a7.500 7.500 0 11-2.300-5.400M19.500 3.500v4.500H15',
  planet:
    'M12 17.500a5.500 5.500 0 100-11 5.500 5.500 0 000 11zM16.700 9.200c3-.7 5-.6 5.200.2.400 1.300-3.700 3.600-9.300 5.200s-10.200 2-10.600.7c-.2-.8 1.400-2.100 4.300-3.400',
  rocket:
    'M12 3c3.300 2.600 4.500 6 4.500 9.500L14.500 16h-5l-2-3.500C7.500 9 8.700 5.600 12 3zM12 9.500h.01M7.500 12L5 15.500V18l3-1.500M16.500 12l2.500 3.500V18l-3-1.500M12 18.500v3',
  sliders: 'M4 8h8M18 8h2M4 16h2M12 16h8M15 10a2 2 0 100-4 2 2 0 000 4zM9 18a2 2 0 100-4 2 2 0 000 4z',
  logout: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 00-3.500 10.900V15h7v-1.100A6 6 0 0012 3z',
  info: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 11v5.5M12 7.500h.01',
  warning: 'M12 4l9 16H3zM12 10v4.500M12 17.200h.01',
  eye: 'M2.500 12c2-4 5.500-6.500 9.500-6.500s7.500 2.500 9.500 6.500c-2 4-5.500 6.500-9.500 6.500S4.500 16 2.500 12zM12 15a3 3 0 100-6 3 3 0 000 6z',
  eyeOff:
    'M4 4l16 16M9.500 5.800A9.500 9.500 0 0112 5.500c4 0 7.500 2.500 9.500 6.500a14 14 0 01-2.700 3.600M6.300 7.600A14 14 0 002.500 12c2 4 5.500 6.500 9.500 6.500 1.500 0 3-.4 4.300-1M9.900 9.900a3 3 0 004.200 4.200',
  target: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 16.500a4.500 4.500 0 100-9 4.500 4.500 0 000 9zM12 12h.01',
  trophy:
    'M8 4h8v6a4 4 0 01-8 0zM8 6H4.500c0 3 1.300 4.600 3.600 4.900M16 6h3.500c0 3-1.300 4.600-3.600 4.900M12 14v3.500M8.500 20.500c0-2 1.500-3 3.500-3s3.500 1 3.500 3z',
  circle: 'M12 18a6 6 0 100-12 6 6 0 000 12z',
  download: 'M12 4v11M7.500 11L12 15.500 16.500 11M5 20h14',
  sparkle:
    'M12 3l1.900 5.600a2.500 2.500 0 001.500 1.500L21 12l-5.600 1.900a2.500 2.500 0 00-1.500 1.500L12 21l-1.900-5.600a2.500 2.500 0 00-1.500-1.500L3 12l5.600-1.900a2.500 2.500 0 001.500-1.500z',
  calendarMove: 'M19 11v-5h-14v14h6M5 10.500h14M9 3.500v4.500M15 3.500v4.500M14 17.500h7M18 14.500l3 3-3 3',
} as const;

export type IconName = keyof typeof ICON_PATHS;

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
