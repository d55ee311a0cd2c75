/** Delay before the object URL is revoked: by then, every browser has started to read it. */
const REVOKE_DELAY = 60_000;

/** Saves a text as a file: clicks a temporary download link to an object URL. */
export function saveFile(name: string, type: string, text: string): void {
  const objectUrl = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = objectUrl;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(objectUrl), REVOKE_DELAY);
}
