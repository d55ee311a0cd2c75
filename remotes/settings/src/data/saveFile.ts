/** Long enough for any browser to have begun to read it. */
const KEPT_FOR = 60_000;

/** Hands a text to the browser to be saved as a file, as if its address had been a download. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
