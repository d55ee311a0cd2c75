import { createRoot } from 'react-dom/client';
import { focusHeading } from '@space/ui/host';
import { Inspector } from './Inspector.tsx';
import styles from './Inspector.module.css';

let close: (() => void) | null = null;

function open(shellVersion: string): () => void {
  const opener = document.activeElement;
  const container = document.createElement('div');
  container.className = styles.place ?? '';
  document.body.append(container);
  const root = createRoot(container);
  const handleClose = () => {
    const hadFocus = container.contains(document.activeElement);
    close = null;
    root.unmount();
    container.remove();
    if (!hadFocus) return;
    if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) opener.focus();
    else focusHeading();
  };
  root.render(<Inspector own={container} shellVersion={shellVersion} onClose={handleClose} />);
  return handleClose;
}

/**
 * Opens the inspector, or closes it and restores the focus. It has a React root of its own, apart from the page.
 *
 * Takes the version of the shell.
 */
export function toggleInspector(shellVersion: string): void {
  if (close) close();
  else close = open(shellVersion);
}
