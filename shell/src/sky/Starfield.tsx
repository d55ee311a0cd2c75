import { useEffect, useRef } from 'react';
import { openStarfield, type OpenStarfield } from './openStarfield.ts';
import type { PaletteName } from './palettes.ts';
import styles from './Starfield.module.css';

interface StarfieldProps {
  palette: PaletteName;
  isStill: boolean;
}

/** The dots and their links. The canvas is created in the effect: it can be transferred to a worker only once. */
export function Starfield({ palette, isStill }: StarfieldProps) {
  const container = useRef<HTMLDivElement>(null);
  const field = useRef<OpenStarfield | null>(null);
  const options = useRef({ palette, isStill });

  useEffect(() => {
    options.current = { palette, isStill };
    field.current?.setOptions(options.current);
  }, [palette, isStill]);

  useEffect(() => {
    if (!container.current) return undefined;
    const opened = openStarfield(container.current, options.current);
    field.current = opened;
    return () => {
      field.current = null;
      opened.close();
    };
  }, []);

  return <div ref={container} className={styles.place} />;
}
