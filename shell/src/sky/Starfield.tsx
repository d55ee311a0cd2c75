import { useEffect, useRef } from 'react';
import { openStarfield, type OpenStarfield } from './openStarfield.ts';
import type { PaletteName } from './palettes.ts';
import styles from './Starfield.module.css';

interface StarfieldProps {
  palette: PaletteName;
  isStill: boolean;
}

/** The dots and their links. The canvas is made in the effect, because it can be given to a worker only once. */
export function Starfield({ palette, isStill }: StarfieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<OpenStarfield | null>(null);
  const wish = useRef({ palette, isStill });

  useEffect(() => {
    wish.current = { palette, isStill };
    field.current?.wish(wish.current);
  }, [palette, isStill]);

  useEffect(() => {
    if (!place.current) return undefined;
    const opened = openStarfield(place.current, wish.current);
    field.current = opened;
    return () => {
      field.current = null;
      opened.close();
    };
  }, []);

  return <div ref={place} className={styles.place} />;
}
