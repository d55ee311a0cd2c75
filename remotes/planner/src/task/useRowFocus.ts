import { useState, type FocusEvent, type PointerEvent } from 'react';

/** Focus that keeps the actions shown: the keyboard's, and of a press on one of them, or it would take them away. */
const SEEN = ':focus-visible, [data-action]:not([data-action="toggle"], [data-action="more"]), [popover] *';

/**
 * Follows the pointer and the focus in a row. Its actions are shown to a mouse that rests on it and to a keyboard that is in
 * it, also while something is open beside it: not to a finger, not for the focus that a tick leaves behind, and not over the
 * letters that are being written.
 */
export function useRowFocus(isEditing: boolean) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [focus, setFocus] = useState<'none' | 'quiet' | 'seen'>('none');
  return {
    isActive: (isPointedAt || focus === 'seen') && !isEditing,
    hasFocus: focus !== 'none',
    rowProps: {
      onPointerEnter({ pointerType, currentTarget }: PointerEvent<HTMLElement>) {
        if (pointerType === 'touch') return;
        // At once and not with the next render: a press that follows at once would begin on a strip that then moves.
        if (!isEditing) currentTarget.dataset['active'] = 'true';
        setIsPointedAt(true);
      },
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocus(target.matches(SEEN) ? 'seen' : 'quiet'),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) setFocus('none');
      },
    },
  };
}
