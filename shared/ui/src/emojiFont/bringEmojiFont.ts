/** A side of the picture in which one emoji is tried, in pixels. */
const SIDE = 16;
/** Of 255: more than what is left over where black letters are smoothed. */
const COLOURED = 32;

/** Whether the system draws an emoji: one that is written in black has another colour then. */
function drawsEmoji(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  // What cannot be found out is taken to be there.
  if (!context) return true;
  context.font = `${SIDE - 4}px sans-serif`;
  context.fillText('🚀', 0, SIDE - 3);
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  return data.some((value, index) => index % 4 !== 3 && value > COLOURED);
}

/**
 * Brings a font of emoji where the system has none (rule emoji-font); the browser fetches it with the first emoji of a page.
 * Call it once the page is at rest.
 */
export function bringEmojiFont(): void {
  if (drawsEmoji()) return;
  // Without it emoji are the boxes that they were.
  void import('./emojiFont.css').catch(() => {});
}
