import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { findRegions, type PageRegion } from './findRegions.ts';

const boxesAsText = (regions: readonly PageRegion[]) =>
  JSON.stringify(regions.map(({ owner, parts }) => [owner, parts.map(({ box }) => box)]));

/**
 * The regions on the page. They are measured in every frame, because they move with scrolling, resizing, fonts, responses
 * and animations, and no event covers all of these.
 */
export function useRegionsOnPage(inspector: Element): readonly PageRegion[] {
  const [regions, setRegions] = useState(() => findRegions(inspector));

  useEffect(() => {
    let last = '';
    const update = () => {
      const next = findRegions(inspector);
      const text = boxesAsText(next);
      // Rendered in this very frame, so that the outlines do not lag behind the page.
      if (text !== last) flushSync(() => setRegions(next));
      last = text;
      frame = requestAnimationFrame(update);
    };
    let frame = requestAnimationFrame(update);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [inspector]);

  return regions;
}
