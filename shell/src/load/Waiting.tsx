import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { LoadingBar } from '../layout/ProgressBar.tsx';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What a waiting page does not get: React could not render what follows from it, and would take back typed text. */
const HELD = ['keydown', 'keyup', 'beforeinput', 'input', 'change', 'click', 'submit'];

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Sets a field's text as typing does: React does not notice it before the next event. */
function setText(field: Field, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
}

interface WaitingProps {
  region: RefObject<HTMLElement | null>;
  /** Shown if there is no page yet. */
  children: ReactNode;
}

/**
 * Shown while a page waits for something, for example for a chunk of `lazy` that it has put in no `<Suspense>`. React hides
 * such a page; here it stays on the screen, with its focus. Its fields can be typed into, and it gets the text once it is
 * rendered again.
 */
export function Waiting({ region, children }: WaitingProps) {
  const outline = useRef<HTMLDivElement>(null);
  const typed = useRef(new Map<Field, string>());

  useLayoutEffect(() => {
    const hidden = [...(region.current?.children ?? [])].filter(
      (part): part is HTMLElement =>
        part instanceof HTMLElement && part.style.getPropertyPriority('display') === 'important',
    );
    // Before the browser has noticed that it was hidden, which would move the focus.
    for (const part of hidden) part.style.removeProperty('display');
    if (outline.current && hidden.length > 0) outline.current.style.display = 'none';
    const isHidden = (target: unknown) =>
      target instanceof Node && hidden.some((part) => part.contains(target));

    // The letter that made the page wait: React is about to take it back.
    const { activeElement: focused } = document;
    if (isField(focused) && isHidden(focused)) {
      const { value } = focused;
      queueMicrotask(() => {
        if (focused.value === value) return;
        setText(focused, value);
        typed.current.set(focused, value);
      });
    }

    const listening = new AbortController();
    const hold = (event: Event) => {
      const { target } = event;
      if (!isHidden(target)) return;
      event.stopPropagation();
      if (event.type === 'click' || event.type === 'submit') event.preventDefault();
      if (event.type === 'input' && isField(target)) typed.current.set(target, target.value);
    };
    for (const held of HELD) addEventListener(held, hold, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [region]);

  useEffect(() => {
    const texts = typed.current;
    return () => {
      for (const [field, text] of texts) {
        setText(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    };
  }, []);

  return (
    <>
      <LoadingBar />
      <div ref={outline} style={{ display: 'contents' }}>
        {children}
      </div>
    </>
  );
}
