/** The patterns that prerendered HTML must not contain, and what to do instead (decision 021). */
const RULES: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /(?:id|for|aria-[a-z]+|href|fill)="[^"]*_[rR]_\w*_/,
    reason: 'it uses useId, whose ids depend on the shell around the page: choose a fixed id',
  },
  {
    pattern: /<[^>]*\sstyle="/,
    reason: 'it has a style attribute, which the site’s Content-Security-Policy refuses: use a class',
  },
  {
    pattern: /<script\b/i,
    reason: 'it has a script element, which the site’s Content-Security-Policy refuses',
  },
  {
    pattern: /\b(?:src|srcset|href)="(?:\.{0,2}\/)?assets\//,
    reason:
      'it names a built file by an address that is valid only during the build: put the picture into a style sheet',
  },
  {
    pattern: /<[^>]*\s(?:src|srcset|poster|href)="(?:file:|\/[^"]*\.\w+[\s"])/,
    reason:
      'it names a file of public/, whose address depends on the release: put the picture into a style sheet, or show it after hydration',
  },
];

/** Checks the HTML of a page; returns a sentence for each reason why it cannot be prerendered, none if it can. */
export function checkPrerendered(html: string): string[] {
  return RULES.filter(({ pattern }) => pattern.test(html)).map(({ reason }) => reason);
}
