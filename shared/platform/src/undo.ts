/** Takes a change back and shows the notice of that; returns whether it is over. False: it can be tried again later. */
type UndoStep = () => Promise<boolean>;

interface Entry {
  step: Promise<UndoStep | null>;
  isTaken: boolean;
}

const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

/** Ctrl+Z or Cmd+Z outside of fields. Where the key types no ASCII, its place decides: `latinKey` is too large for here. */
function isUndoKey(event: KeyboardEvent): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const isZ = key.toLowerCase() === 'z' || (key > '~' && code === 'KeyZ');
  const isInField = target instanceof Element && target.closest(FIELDS) !== null;
  return isZ && ctrlKey !== metaKey && !altKey && !shiftKey && !isInField;
}

/**
 * Creates the history of this tab's changes, in memory. Ctrl+Z takes back the last one, the button of a notice its own; each
 * is taken back once, and one after the other, so that quick presses never meet a task that is still busy. Takes the
 * subscriptions to the end of a session, which clears it.
 */
export function createUndo(onSessionEnd: (callback: () => void) => unknown) {
  const entries = new Set<Entry>();
  let queue = Promise.resolve();
  const listeners = new Set<() => void>();
  onSessionEnd(() => entries.clear());

  async function run(entry: Entry): Promise<void> {
    const step = await entry.step;
    // The session may have ended: a step of one user never runs for another.
    if (!entries.has(entry)) return;
    if (step === null || (await step())) entries.delete(entry);
    else entry.isTaken = false;
    for (const listener of listeners) listener();
  }

  function takeBack(entry: Entry): void {
    if (entry.isTaken) return;
    entry.isTaken = true;
    queue = queue
      .then(() => run(entry))
      .catch((error: unknown) => {
        entries.delete(entry);
        reportError(error);
      });
  }

  // Node, where pages are prerendered, has no document.
  globalThis.document?.addEventListener('keydown', (event) => {
    const last = [...entries].findLast(({ isTaken }) => !isTaken);
    if (!last || event.defaultPrevented || !isUndoKey(event) || document.querySelector('dialog[open]'))
      return;
    event.preventDefault();
    if (!event.repeat) takeBack(last);
  });

  return {
    /**
     * Records a change when it is sent, so that Ctrl+Z before the response means this change and no earlier one. Takes the
     * step that takes it back, or null once it has failed. Returns the function that takes it back, for a notice.
     */
    record(step: Promise<UndoStep | null>): () => void {
      const entry = { step, isTaken: false };
      entries.add(entry);
      void step.then((taken) => taken ?? entries.delete(entry));
      return () => takeBack(entry);
    },
    /** Calls back after each undo, whose change may be of another page. Returns a function that unsubscribes. */
    onTakenBack(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
