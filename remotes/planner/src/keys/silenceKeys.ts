/** How long no key has to be pressed after an editor was closed by one, in milliseconds. */
export const SILENCE = 700;

let isSilenced = false;
/** When a key was pressed last, by the event's clock; -Infinity after a pointer, Tab or an arrow key was used. */
let lastKeyAt = -Infinity;

/** Called when an editor closes: who types on does not mean the week with it (rule keyboard-shortcuts). */
export function silenceKeys(): void {
  isSilenced = true;
}

/** Takes each pressed key, before anything else handles it; returns whether it is to do nothing. */
export function isKeySilenced(event: KeyboardEvent): boolean {
  const { key, timeStamp } = event;
  const isTypedOn = timeStamp - lastKeyAt < SILENCE;
  lastKeyAt = key === 'Tab' || key.startsWith('Arrow') ? -Infinity : timeStamp;
  isSilenced &&= isTypedOn && lastKeyAt === timeStamp;
  const isChord = event.ctrlKey || event.metaKey || event.altKey;
  return isSilenced && !isChord && (key.length === 1 || key === 'Enter' || key === 'Delete');
}

/** Takes the use of a pointer as the end of the silence. */
export function endSilence(): void {
  lastKeyAt = -Infinity;
}
