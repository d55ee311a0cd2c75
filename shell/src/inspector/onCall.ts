/** All that a visitor's first load has of the inspector: how to call it. */
export function listenForInspectorShortcut(shellVersion: string): void {
  const toggle = async () => (await import('./toggleInspector.tsx')).toggleInspector(shellVersion);

  addEventListener('keydown', (event) => {
    // The key in its place on the keyboard: with Alt, some systems make another letter of it.
    if (event.code !== 'KeyI' || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) void toggle();
  });
  if (new URLSearchParams(location.search).has('inspect')) void toggle();
}
