import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from '@space/platform';
import { findPage } from '../registry/registry.ts';

const titleOfDocument = document.title;

/** The parts of a remote's style sheet that are inlined in the document. */
const inlineSheets = (remote: string) =>
  document.querySelectorAll<HTMLStyleElement>(`style[data-part-of^="/remotes/${remote}/"]`);

/** A page of a remote as the document brought it: its title, its text and its links, without its scripts. */
function PrerenderedPage({ remote, content }: { remote: string; content: HTMLElement }) {
  const host = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();

  useLayoutEffect(() => {
    document.title = titleOfDocument;
    host.current?.replaceChildren(content);
    for (const sheet of inlineSheets(remote)) sheet.media = 'all';
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!link || !isPlain || link.origin !== location.origin || link.pathname === location.pathname) return;
      if (link.target !== '' || !findPage(link.pathname)) return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash);
    };
    content.addEventListener('click', follow);
    return () => {
      for (const sheet of inlineSheets(remote)) sheet.media = 'not all';
      content.removeEventListener('click', follow);
    };
  }, [remote, content, navigate]);

  return <div ref={host} style={{ display: 'contents' }} />;
}

/** Takes the page of a remote out of a document's HTML, to be shown without its scripts. Returns null if it has none. */
export function takePrerenderedPage(container: Element, remote: string): ReactNode {
  const content = container.querySelector<HTMLElement>(`[data-remote="${remote}"]`);
  if (!content) return null;
  // Without its scripts the page has one form for this visitor, and buttons that do nothing.
  for (const form of content.querySelectorAll('[data-when]')) {
    if (getComputedStyle(form).display === 'none') form.remove();
  }
  for (const control of content.querySelectorAll<HTMLButtonElement>('button, input, select, textarea'))
    control.disabled = true;
  // It is no region: no version runs in it.
  content.removeAttribute('data-remote');
  content.style.display = 'contents';
  return <PrerenderedPage remote={remote} content={content} />;
}
