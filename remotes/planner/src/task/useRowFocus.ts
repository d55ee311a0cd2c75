import { useState, type FocusEvent, type PointerEvent } from 'react';

/** Focus that shows the actions: by keyboard, or on an action, which a press on it would otherwise hide. */
const ACTIVE = ':focus-visible, [data-action]:not([data-action="toggle"], [data-action="more"]), [popover] *';

/**
 * Tracks the pointer and the focus in a row. Its actions are shown on mouse hover and on keyboard focus, also while one of
 * its popovers is open: not on touch, not for the focus that a click on the checkbox leaves, and not over the text that is
 * being edited.
 */
export function useRowFocus(isEditing: boolean) {
  const [isHovered, setIsHovered] = useState(false);
  const [focus, setFocus] = useState<'none' | 'quiet' | 'active'>('none');
  return {
    isActive: (isHovered || focus === 'active') && !isEditing,
    hasFocus: focus !== 'none',
    rowProps: {
      onPointerEnter({ pointerType, currentTarget }: PointerEvent<HTMLElement>) {
        if (pointerType === 'touch') return;
        // Set here and not by the next render: an immediate press would start on a strip that then moves.
        if (!isEditing) currentTarget.dataset['active'] = 'true';
        setIsHovered(true);
      },
      onPointerLeave: () => setIsHovered(false),
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocus(target.matches(ACTIVE) ? 'active' : 'quiet'),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) setFocus('none');
      },
    },
  };
}
