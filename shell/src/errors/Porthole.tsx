import { useEffect, useState, type ReactNode } from 'react';
import type { PortholeView } from './drawPorthole.tsx';
import styles from './Porthole.module.css';

interface PortholeProps {
  view: PortholeView;
}

/**
 * A round window into space. Its drawing loads after the text, in a chunk of its own, so that it is in no page's first load.
 * Without a network the window stays empty: the drawing is only decoration.
 */
export function Porthole({ view }: PortholeProps) {
  const [drawing, setDrawing] = useState<ReactNode>(null);
  useEffect(() => {
    let isUnmounted = false;
    const draw = async () => {
      try {
        const { drawPorthole } = await import('./drawPorthole.tsx');
        if (!isUnmounted) setDrawing(drawPorthole(view));
      } catch {
        // Decoration only.
      }
    };
    void draw();
    return () => {
      isUnmounted = true;
    };
  }, [view]);
  return (
    <div className={styles.window} data-view={view}>
      <div className={styles.adrift}>{drawing}</div>
    </div>
  );
}
