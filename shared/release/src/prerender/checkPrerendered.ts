/** What HTML that was prerendered may not hold, and what to do instead (decision 021). */
const RULES: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /(?:id|for|aria-[a-z]+|href|fill)="[^"]*_[rR]_\w*_/,
    reason: 'it uses useId, whose ids follow from the shell around the page: name the id after what it names',
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
      'it names a built file by an address that only holds while building: put the picture into a style sheet',
  },
  {
    pattern: /<[^>]*\s(?:src|srcset|poster|href)="(?:file:|\/[^"]*\.\w+[\s"])/,
    reason:
      'it names a file of public/, whose address follows from the release: put the picture into a style sheet, or show it once the page is alive',
  },
];

/** Says why a page's HTML cannot be prerendered, in sentences; none when it can. */
export function checkPrerendered(html: string): string[] {
  return RULES.filter(({ pattern }) => pattern.test(html)).map(({ reason }) => reason);
}
