/** What is said in the place of something that a remote puts on another's page (rule error-pages). */
export const SLOT_MESSAGES = {
  /** Takes what people call the remote, in the middle of a sentence. */
  failed: (part: string) => `No answer from ${part}. The rest of this page works without it.`,
  isBack: (part: string) => `There is an answer from ${part} now. Reload the page to see it.`,
} as const;
