/** What is said in the place of something that a remote puts on another's page (rule error-pages). */
export const SLOT_MESSAGES = {
  /** Takes what people call the remote, in the middle of a sentence. */
  failed: (part: string) => `No answer from ${part}`,
  isBack: (part: string) => `Reload the page to see ${part}`,
} as const;
