/** What a walk says: what was done, and where it had to stop, and why. */
export const tell = {
  way: (name: string) => console.log(`\n${name}`),
  done: (what: string) => console.log(`✓ ${what}`),
  stopped: (what: string, why: string) => console.log(`– ${what}: not walked, ${why}`),
  /** A line of the page, and what was done for it. */
  line: (line: string, how: string) => console.log(`  $ ${line}\n    ${how}`),
};
export type Tell = typeof tell;
