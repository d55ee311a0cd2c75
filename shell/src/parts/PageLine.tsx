import type { ReactNode } from 'react';

/** At the lower edge of the window above the strip, also below a longer page. Inline, because a style sheet would be one more file. */
const BELOW = {
  position: 'sticky',
  zIndex: 1,
  insetBlockEnd: 'var(--strip)',
  padding: 'var(--space-3) var(--space-4)',
  background: 'var(--color-bg)',
  borderBlockStart: '1px solid var(--color-border)',
} as const;

/** One line below a page that says what is wrong with it. A landmark, as all content of a page should be in one. */
export function PageLine({ children }: { children: ReactNode }) {
  return (
    <aside aria-label="Page load" style={BELOW}>
      {children}
    </aside>
  );
}
