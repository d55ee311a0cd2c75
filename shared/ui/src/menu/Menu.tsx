import { useCallback, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { Popover } from '../popover/Popover.tsx';
import { MenuList, type MenuItem } from './MenuList.tsx';

/** What makes any button the menu's: to be spread onto it. */
export interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: () => void;
}

interface MenuProps {
  /** The menu's own name. */
  menuLabel: string;
  /** Called when the menu opens: a closed menu costs nothing. */
  getItems: () => readonly MenuItem[];
  /** Work is under way: presses are ignored. */
  isBusy?: boolean;
  /** Renders the button. */
  children: (button: MenuButtonProps) => ReactNode;
}

/**
 * A button that opens a menu (APG menu button): arrows, Home, End, letters. The focus goes back to where it was: to the button,
 * or to what pressed it by a shortcut.
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
