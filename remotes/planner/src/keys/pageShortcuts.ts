import { useEffect, useEffectEvent } from 'react';
import type { ShortcutId } from '@space/domain';

const acts = new Map<ShortcutId, () => void>();

/** Says what a shortcut of the page does, while the component is shown: the part that owns the act owns its key. */
export function useShortcut(id: ShortcutId, act: () => void): void {
  const latest = useEffectEvent(act);
  useEffect(() => {
    const run = () => latest();
    acts.set(id, run);
    return () => {
      if (acts.get(id) === run) acts.delete(id);
    };
  }, [id]);
}

/** What the shortcut does now; nothing where no part of the page answers it. */
export function actOf(id: ShortcutId): (() => void) | undefined {
  return acts.get(id);
}
