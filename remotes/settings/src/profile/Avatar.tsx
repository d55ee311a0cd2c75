import styles from './Avatar.module.css';

interface AvatarProps {
  /** The planet shows its initial, or none if it has no letter or number. */
  name: string;
}

/** The first letter or number of a text, as one character of any script, in upper case; '' if there is none. */
function initialOf(text: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(text)?.[0].toLocaleUpperCase() ?? '';
}

/** A planet with the initial of the user. Decorative: the name is beside it. */
export function Avatar({ name }: AvatarProps) {
  const initial = initialOf(name);
  return (
    <svg className={styles.avatar} viewBox="6 13 84 68" aria-hidden="true" focusable="false">
      <path className={styles.ring} d="M14.500 63.500C4.500 70.500 8 75.500 26 70" />
      <path className={styles.ring} d="M14.500 63.500C20 59.700 26 56.500 33 52.500" />
      <circle className={styles.body} cx="48" cy="48" r="30" />
      <path
        className={styles.shade}
        d="M48 18a30 30 0 0 1 0 60 30 30 0 0 1-21.500-9.100C52 69 70 54 66 24.100A29.900 29.900 0 0 0 48 18z"
      />
      <path
        className={styles.ring}
        d="M26 70C51 62.500 78 45.500 86 33.500 89.500 28 84 25.500 72.500 28.500"
      />
      <circle className={styles.moon} cx="82" cy="74" r="4" />
      <path
        className={styles.star}
        d="M16 20l1.500 4.500L22 26l-4.500 1.500L16 32l-1.500-4.500L10 26l4.500-1.500z"
      />
      <text className={styles.initial} x="48" y="48" textAnchor="middle" dominantBaseline="central">
        {initial}
      </text>
    </svg>
  );
}
