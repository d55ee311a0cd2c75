import { useCallback, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { Popover } from '../popover/Popover.tsx';
import { MenuList, type MenuItem } from './MenuList.tsx';

/** The props that make a button open the menu; spread them onto the button. */
export interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: () => void;
}

interface MenuProps {
  /** The accessible name of the menu. */
  menuLabel: string;
  /** Called when the menu opens, so that a closed menu costs nothing. */
  getItems: () => readonly MenuItem[];
  /** Whether its action is running: clicks are ignored. */
  isBusy?: boolean;
  /** Renders the button. */
  children: (button: MenuButtonProps) => ReactNode;
}

/**
 * A button that opens a menu (APG menu button): arrows, Home, End, letters. The focus returns to the button, or to the
 * element that had it if a shortcut opened the menu.
 */
export function Menu({ menuLabel, getItems, isBusy = false, children }: MenuProps) {
  const [opened, setOpened] = useState<'first' | 'last' | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const originRef = useRef<HTMLElement>(null);
  const id = useId();
  const close = useCallback(() => setOpened(null), []);

  function open(startAt: 'first' | 'last') {
    const active = document.activeElement;
    // Safari does not focus a pressed button.
    originRef.current =
      active instanceof HTMLElement && active !== document.body ? active : buttonRef.current;
    setOpened(startAt);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isBusy || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    open(event.key === 'ArrowDown' ? 'first' : 'last');
  }

  return (
    <>
      {children({
        ref: buttonRef,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== null,
        'aria-controls': opened ? id : undefined,
        onKeyDown: handleKeyDown,
        onClick: () => {
          if (isBusy) return;
          if (opened) close();
          else open('first');
        },
      })}
      {opened && (
        <Popover anchorRef={buttonRef} originRef={originRef} onClose={close}>
          <MenuList
            id={id}
            label={menuLabel}
            items={getItems()}
            startAt={opened}
            onDone={() => {
              originRef.current?.focus();
              close();
            }}
          />
        </Popover>
      )}
    </>
  );
}
