interface Box {
  left: number;
  top: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 4;
const EDGE = 8;

/**
 * Returns the place of a panel that belongs to a button: below it, or above it if there is no room below, and never beyond
 * the sides of the window.
 *
 * Takes the button's box, the panel's size and the window's size; returns the panel's left and top in the window.
 */
export function placePanel(button: Box, panel: Size, view: Size): { left: number; top: number } {
  const left = Math.max(EDGE, Math.min(button.left, view.width - panel.width - EDGE));
  const below = button.bottom + GAP;
  const above = button.top - GAP - panel.height;
  const hasRoomBelow = below + panel.height <= view.height - EDGE;
  return { left, top: hasRoomBelow || above < EDGE ? below : above };
}
