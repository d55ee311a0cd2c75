type Question = (unsent: number) => Promise<boolean>;

let question: Question | null = null;

/**
 * For hosts alone: asks before a person signs out with tasks that were not sent (rule sign-out). The question resolves with
 * whether they sign out all the same. Returns a function that stops it.
 */
export function onSignOutQuestion(ask: Question): () => void {
  question = ask;
  return () => {
    if (question === ask) question = null;
  };
}

/** Null where there is nothing to ask, and no one who asks. */
export function askBeforeSignOut(unsent: number): Promise<boolean> | null {
  return unsent > 0 && question !== null ? question(unsent) : null;
}
