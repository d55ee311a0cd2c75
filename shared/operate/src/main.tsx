import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@space/ui/tokens.css';
import '@space/ui/fonts.css';
import '@space/ui/base.css';
import { OperatePage } from './OperatePage.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <OperatePage />
    </StrictMode>,
  );
}
