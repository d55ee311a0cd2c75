/**
 * From here on React renders by the session; base.css need not hide one of the two prerendered forms. Called by what replaces
 * or hydrates the prerendered page.
 */
export function endPrerendering(): void {
  delete document.documentElement.dataset['prerendered'];
}
