import { useEffect, useState, type ReactNode } from 'react';
import type { PortholeView } from './drawPorthole.tsx';
import styles from './Porthole.module.css';

interface PortholeProps {
  view: PortholeView;
}

/**
 * A round window into space. What is adrift in it comes after the words, in a chunk of its own: no page's first load
 * pays for it, and where the network is gone, the window is empty and nothing is missing.
 */
export function Porthole({ view }: PortholeProps) {
  const [drawing, setDrawing] = useState<ReactNode>(null);
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      try {
        const { drawPorthole } = await import('./drawPorthole.tsx');
        if (!isGone) setDrawing(drawPorthole(view));
      } catch {
        // Decoration only.
      }
    };
    void draw();
    return () => {
      isGone = true;
    };
  }, [view]);
  return (
    <div className={styles.window} data-view={view}>
      <div className={styles.adrift}>{drawing}</div>
    </div>
  );
}
