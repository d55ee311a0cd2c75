import { useMemo, useSyncExternalStore } from 'react';
import { ICON_PATHS } from './iconPaths.ts';
import type { MovableIcon } from './iconPaths.ts';
import styles from './Icon.module.css';

/** The side of a button in units of its icon, which has 24: a fingertip needs more room around the same icon. */
const FINE = 42;
const COARSE = 58;

interface IconStripProps {
  icons: readonly MovableIcon[];
  /** Those that are drawn as areas. */
  filled?: readonly MovableIcon[];
  className?: string | undefined;
}

let coarse: MediaQueryList | undefined;
const coarsePointer = () => (coarse ??= window.matchMedia('(pointer: coarse)'));

function onPointerChange(onChange: () => void): () => void {
  coarsePointer().addEventListener('change', onChange);
  return () => coarsePointer().removeEventListener('change', onChange);
}

/** Moves an icon to the middle of its button. */
function placed(name: MovableIcon, index: number, side: number): string {
  const margin = (side - 24) / 2;
  return ICON_PATHS[name].replaceAll(
    /M([\d.]+) ([\d.]+)/g,
    (_, x, y) => `M${Number(x) + margin + index * side} ${Number(y) + margin}`,
  );
}

/**
 * The icons of square buttons that stand side by side, as one picture to lie over them: to the browser each `<svg>` is a
 * layer of its own in every frame, and a long week has hundreds of buttons (docs/decisions/022). Each path carries its name
 * (`data-icon`).
 */
export function IconStrip({ icons, filled = [], className = '' }: IconStripProps) {
  const isCoarse = useSyncExternalStore(
    onPointerChange,
    () => coarsePointer().matches,
    () => false,
  );
  const side = isCoarse ? COARSE : FINE;
  const paths = useMemo(() => icons.map((name, index) => placed(name, index, side)), [icons, side]);
  return (
    <svg
      aria-hidden="true"
      className={`${styles.strip} ${className}`}
      viewBox={`0 0 ${icons.length * side} ${side}`}
    >
      {icons.map((name, index) => (
        <path key={name} d={paths[index]} data-icon={name} data-filled={filled.includes(name) || undefined} />
      ))}
    </svg>
  );
}
