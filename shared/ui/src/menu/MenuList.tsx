import { useEffect, useRef, type KeyboardEvent } from 'react';
import { latinKey } from '@space/domain';
import { Link } from '@space/platform';
import { Icon } from '../icon/Icon.tsx';
import type { IconName } from '../icon/iconPaths.ts';
import { nextItem } from './nextItem.ts';
import styles from './Menu.module.css';

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
export function MenuList({ id, label, items, startAt, onDone }: MenuListProps) {
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
      {items.map((item) =>
        item.to === undefined ? (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles.item}
            onClick={() => {
              onDone();
              item.onSelect();
            }}
          >
            {item.icon && <Icon name={item.icon} />}
            {item.label}
          </button>
        ) : (
          <Link
            key={item.label}
            to={item.to}
            role="menuitem"
            tabIndex={-1}
            className={styles.item}
            onClick={onDone}
          >
            {item.icon && <Icon name={item.icon} />}
            {item.label}
          </Link>
        ),
      )}
    </div>
  );
}
