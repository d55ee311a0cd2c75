/** The only code of the inspector in the first load: the shortcut that opens it. */
export function listenForInspectorShortcut(): void {
  const toggle = async () => (await import('./Inspector.tsx')).toggleInspector();

  addEventListener('keydown', (event) => {
    // The physical key: with Alt, some systems produce another letter.
    if (event.code !== 'KeyI' || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) void toggle();
  });
  if (new URLSearchParams(location.search).has('inspect')) void toggle();
}
