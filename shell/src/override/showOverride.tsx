import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Override, Refusal } from './override.ts';
import { OverrideBanner } from './OverrideBanner.tsx';
import { OverrideDialog } from './OverrideDialog.tsx';
import type { Preview } from './preview.ts';
import { PreviewBanner } from './PreviewBanner.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';
import { RefusalBanner } from './RefusalBanner.tsx';
import styles from './Banner.module.css';

interface Shown {
  /** What this document runs with. */
  active: Override | Preview | null;
  /** What the address has asked for. */
  wished: Override | Preview | null;
  refusals: readonly Refusal[];
}

/**
 * Shows what is overridden or was refused, above the page, and asks about a new wish. In a root of its own: code from
 * elsewhere may break the page around it, and the way out has to outlive that.
 */
export function showOverride({ active, wished, refusals }: Shown): void {
  const place = document.createElement('div');
  place.className = styles.place ?? '';
  document.body.prepend(place);
  createRoot(place).render(
    <StrictMode>
      {refusals.map((refusal) => (
        <RefusalBanner key={refusal.reason} refusal={refusal} />
      ))}
      {active &&
        ('label' in active ? <PreviewBanner preview={active} /> : <OverrideBanner override={active} />)}
      {wished &&
        ('label' in wished ? <PreviewDialog preview={wished} /> : <OverrideDialog override={wished} />)}
    </StrictMode>,
  );
}
