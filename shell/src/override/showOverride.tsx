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

interface OverrideState {
  /** The override or preview that runs in this document. */
  active: Override | Preview | null;
  /** The one that the address requests and that is not running yet. */
  next: Override | Preview | null;
  refusals: readonly Refusal[];
}

/**
 * Shows the active override and the refusals above the page, and asks for consent to a new one. It has a React root of its
 * own: the overriding code may break the page, and the button that ends the override must still work.
 */
export function showOverride({ active, next, refusals }: OverrideState): void {
  const container = document.createElement('div');
  container.className = styles.place ?? '';
  document.body.prepend(container);
  createRoot(container).render(
    <StrictMode>
      {refusals.map((refusal) => (
        <RefusalBanner key={refusal.reason} refusal={refusal} />
      ))}
      {active &&
        ('label' in active ? <PreviewBanner preview={active} /> : <OverrideBanner override={active} />)}
      {next && ('label' in next ? <PreviewDialog preview={next} /> : <OverrideDialog override={next} />)}
    </StrictMode>,
  );
}
