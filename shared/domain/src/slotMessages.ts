/** The messages that replace a failed slot, which one remote fills on another remote's page (rule error-pages). */
export const SLOT_MESSAGES = {
  /** Takes the remote's display name, as written within a sentence. */
  failed: (part: string) => `No answer from ${part}`,
  isBack: (part: string) => `Reload the page to see ${part}`,
} as const;
