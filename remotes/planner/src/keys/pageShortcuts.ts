import { useEffect, useEffectEvent } from 'react';
import type { ShortcutId } from '@space/domain';

const actions = new Map<ShortcutId, () => void>();

/** Registers the action of a shortcut while the component is mounted: the component that has the action has its key. */
export function useShortcut(id: ShortcutId, action: () => void): void {
  const latest = useEffectEvent(action);
  useEffect(() => {
    const run = () => latest();
    actions.set(id, run);
    return () => {
      if (actions.get(id) === run) actions.delete(id);
    };
  }, [id]);
}

/** Returns the action of a shortcut; undefined if no mounted component has registered one. */
export function shortcutAction(id: ShortcutId): (() => void) | undefined {
  return actions.get(id);
}
