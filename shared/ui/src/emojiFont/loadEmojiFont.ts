/** The side of the canvas on which an emoji is tested, in pixels. */
const SIDE = 16;
/** A channel value (of 255) above the remains of antialiased black text. */
const MIN_COLOUR = 32;

/** Returns whether the system has an emoji font: then an emoji drawn in black has other colours. */
function hasEmojiFont(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  // If it cannot be tested, assume that there is an emoji font.
  if (!context) return true;
  context.font = `${SIDE - 4}px sans-serif`;
  context.fillText('🚀', 0, SIDE - 3);
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  return data.some((value, index) => index % 4 !== 3 && value > MIN_COLOUR);
}

/**
 * Adds an emoji font if the system has none; the browser fetches it with the first emoji of a page. Call
 * it once the page is idle.
 */
export function loadEmojiFont(): void {
  if (hasEmojiFont()) return;
  // If the import fails, emoji stay boxes.
  void import('./emojiFont.css').catch(() => {});
}
