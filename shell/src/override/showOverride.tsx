import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Override } from './override.ts';
import { OverrideBanner } from './OverrideBanner.tsx';
import { OverrideDialog } from './OverrideDialog.tsx';
import styles from './showOverride.module.css';

/** An override with what people call its remote: 'retro mode'. */
export interface NamedOverride extends Override {
  title: string;
}

interface Shown {
  /** What this document runs with. */
  active: NamedOverride | null;
  /** What the address has asked for. */
  wished: NamedOverride | null;
}

/**
 * Shows what is overridden, above the page, and asks about a new wish. In a root of its own: code from elsewhere may
 * break the page around it, and the way out has to outlive that.
 */
export function showOverride({ active, wished }: Shown): void {
  const place = document.createElement('div');
  place.className = styles.place ?? '';
  document.body.prepend(place);
  createRoot(place).render(
    <StrictMode>
      {active && <OverrideBanner override={active} />}
      {wished && <OverrideDialog override={wished} />}
    </StrictMode>,
  );
}
