/** Prints what was done, and which steps were skipped and why. */
export const walkLog = {
  way: (name: string) => console.log(`\n${name}`),
  done: (what: string) => console.log(`✓ ${what}`),
  skipped: (what: string, why: string) => console.log(`– ${what}: not walked, ${why}`),
  /** A line of the page, and what the lab did for it. */
  line: (line: string, how: string) => console.log(`  $ ${line}\n    ${how}`),
};
export type WalkLog = typeof walkLog;
