type Question = (unsent: number) => Promise<boolean>;

let question: Question | null = null;

/**
 * For hosts only: sets the question before a sign-out with unsent tasks (rule sign-out). It resolves with whether the user
 * signs out anyway. Returns a function that removes the question.
 */
export function onSignOutQuestion(ask: Question): () => void {
  question = ask;
  return () => {
    if (question === ask) question = null;
  };
}

/** Asks the user; returns null if there are no unsent tasks, or if no host has set a question. */
export function askBeforeSignOut(unsent: number): Promise<boolean> | null {
  return unsent > 0 && question !== null ? question(unsent) : null;
}
