import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { findRegions, type PageRegion } from './findRegions.ts';

const outlines = (regions: readonly PageRegion[]) =>
  JSON.stringify(regions.map(({ name, parts }) => [name, parts.map(({ box }) => box)]));

/**
 * Who is where on the page. Looked at with every frame, for the regions move with scrolling, sizes, fonts, answers and
 * animations, and no event tells of all of these.
 */
export function useRegionsOnPage(own: Element): readonly PageRegion[] {
  const [regions, setRegions] = useState(() => findRegions(own));

  useEffect(() => {
    let last = '';
    const look = () => {
      const found = findRegions(own);
      const now = outlines(found);
      // Drawn in this very frame, so that the outlines do not trail behind the page.
      if (now !== last) flushSync(() => setRegions(found));
      last = now;
      frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [own]);

  return regions;
}
