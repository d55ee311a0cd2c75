import { useLayoutEffect, useRef } from 'react';
import type { RegionFacts } from '../registry/regions.ts';
import { SHELL, type PageRegion } from './findRegions.ts';
import { formatKilobytes, formatMilliseconds } from './format.ts';
import { placeLabel, stackLabels } from './labels.ts';
import styles from './Outlines.module.css';

interface OutlinesProps {
  regions: readonly PageRegion[];
  factsOf: (name: string) => RegionFacts | undefined;
  /** The name of the highlighted region. */
  active: string | null;
}

const describe = ({ source, milliseconds, kilobytes, contract }: RegionFacts) =>
  [source, formatMilliseconds(milliseconds), formatKilobytes(kilobytes), `contract ${contract}`].join(' · ');

/** A frame and a label around all parts of each owner. Hidden from screen readers: the panel has the same facts. */
export function Outlines({ regions, factsOf, active }: OutlinesProps) {
  const layer = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const labels = [...(layer.current?.querySelectorAll<HTMLElement>('[data-label]') ?? [])];
    for (const label of labels) label.style.translate = '';
    const moves = stackLabels(labels.map((label) => label.getBoundingClientRect()));
    for (const [index, label] of labels.entries()) label.style.translate = `0 ${moves[index] ?? 0}px`;
  });

  return (
    <div ref={layer} className={styles.layer} aria-hidden="true">
      {regions.flatMap(({ owner, parts }) =>
        parts.map(({ box }, index) => {
          const facts = factsOf(owner);
          const { clientWidth } = document.documentElement;
          const preferred = owner === SHELL ? 'end' : 'start';
          const { side, align, offset, room } = placeLabel(box, clientWidth, preferred);
          return (
            <div
              key={`${owner} ${index}`}
              className={styles.outline}
              data-source={facts?.source}
              data-active={owner === active || undefined}
              // Positioned by a transform alone: another position would be a layout shift at each step of a scroll.
              style={{
                transform: `translate(${box.left}px, ${box.top}px)`,
                inlineSize: box.width,
                blockSize: box.height,
              }}
            >
              {facts && (
                <div
                  className={styles.label}
                  data-label
                  data-side={side}
                  data-align={align}
                  style={{ maxInlineSize: room, transform: `translateY(${offset}px)` }}
                >
                  <span className={styles.owner}>
                    {owner} {index === 0 && facts.version}
                  </span>
                  {index === 0 && <span>{describe(facts)}</span>}
                </div>
              )}
            </div>
          );
        }),
      )}
    </div>
  );
}
