import { createRoot } from 'react-dom/client';
import { focusHeading } from '@space/ui/host';
import { Inspector } from './Inspector.tsx';
import styles from './Inspector.module.css';

let close: (() => void) | null = null;

function open(shellVersion: string): () => void {
  const before = document.activeElement;
  const place = document.createElement('div');
  place.className = styles.place ?? '';
  document.body.append(place);
  const root = createRoot(place);
  const handleClose = () => {
    const hadFocus = place.contains(document.activeElement);
    close = null;
    root.unmount();
    place.remove();
    if (!hadFocus) return;
    if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
    else focusHeading();
  };
  root.render(<Inspector own={place} shellVersion={shellVersion} onClose={handleClose} />);
  return handleClose;
}

/**
 * Opens the inspector, or closes it and gives the focus back. In a root of its own: it looks at the page from outside.
 *
 * Takes the version of the shell.
 */
export function toggleInspector(shellVersion: string): void {
  if (close) close();
  else close = open(shellVersion);
}
