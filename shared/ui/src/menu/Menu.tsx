import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { latinKey } from '@space/domain';
import { Link } from '@space/platform';
import { Icon, type IconName } from '../icon/Icon.tsx';
import { Popover } from '../popover/Popover.tsx';
import styles from './Menu.module.css';

/**
 * Returns the item of a menu to which a key moves the focus (APG menu button): arrows wrap around, Home and End go to the
 * ends, a letter goes to the next item that begins with it.
 *
 * Takes the key, the index of the focused item (-1 for none) and the items' labels; returns an index, or null if the key
 * has no meaning in a menu.
 */
export function nextItem(key: string, current: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return current <= 0 ? count - 1 : current - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  const order = labels.map((_, step) => (current + 1 + step) % count);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}

/** One item of a menu: an action or a link. */
export type MenuItem = { label: string; icon?: IconName } & (
  | { onSelect: () => void; to?: never }
  | { to: string; onSelect?: never }
);

interface MenuListProps {
  id: string;
  label: string;
  items: readonly MenuItem[];
  startAt: 'first' | 'last';
  /** Called when an item is chosen, before its action, so that an element removed by the action has no focus any more. */
  onDone: () => void;
}

/** The list of an open menu. */
function MenuList({ id, label, items, startAt, onDone }: MenuListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const elements = () => [...(listRef.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  // Not a layout effect: it would run before the popover is shown, and a hidden element cannot get the focus.
  useEffect(() => {
    elements()
      .at(startAt === 'first' ? 0 : -1)
      ?.focus();
  }, [startAt]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const choices = elements();
    const current = choices.findIndex((element) => element === document.activeElement);
    const next = nextItem(
      event.key.length === 1 ? latinKey(event.nativeEvent) : event.key,
      current,
      items.map((item) => item.label),
    );
    if (next === null) return;
    event.preventDefault();
    choices[next]?.focus();
  }

  return (
    <div
      ref={listRef}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onKeyDown={handleKeyDown}
    >
      {items.map(({ label: name, icon, to, onSelect }) => {
        const props = { role: 'menuitem', tabIndex: -1, className: styles.item };
        const content = (
          <>
            {icon && <Icon name={icon} />}
            {name}
          </>
        );
        if (to !== undefined) {
          return (
            <Link key={name} {...props} to={to} onClick={onDone}>
              {content}
            </Link>
          );
        }
        const handleClick = () => {
          onDone();
          onSelect();
        };
        return (
          <button key={name} {...props} type="button" onClick={handleClick}>
            {content}
          </button>
        );
      })}
    </div>
  );
}

/** The props that make a button open the menu; spread them onto the button. */
interface MenuButtonProps {
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
