import { useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import { MESSAGES } from '@space/domain';
import { useSession } from '@space/platform';
import { isOnline, onSignOutQuestion } from '@space/platform/internal';
import type { SignOutDialog } from './SignOutDialog.tsx';

interface Question {
  Dialog: ComponentType<ComponentProps<typeof SignOutDialog>>;
  unsent: number;
  answer: (leaves: boolean) => void;
}

const loadDialog = async () => (await import('./SignOutDialog.tsx')).SignOutDialog;

/**
 * Loads the dialog on the first click or key press while there is a network: it is needed only after one, and then it is
 * also available offline. Returns a function that stops listening.
 */
function preloadOnFirstInput(): () => void {
  const listening = new AbortController();
  const handleInput = () => {
    if (!isOnline()) return;
    listening.abort();
    // If this fails, the question loads it again.
    void loadDialog().catch(() => {});
  };
  for (const type of ['pointerdown', 'keydown', 'click']) {
    document.addEventListener(type, handleInput, { capture: true, passive: true, signal: listening.signal });
  }
  return () => listening.abort();
}

/** The confirmation before a sign-out with unsent tasks, on every page. */
export function SignOutQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const isSignedIn = useSession((state) => state.user !== null);

  useEffect(preloadOnFirstInput, []);

  useEffect(
    () =>
      onSignOutQuestion(async (unsent) => {
        const Dialog = await loadDialog().catch(() => null);
        // If the dialog's code cannot be loaded without a network, the browser asks, so that no task is lost unasked.
        if (!Dialog) return confirm(`${MESSAGES.signOut.unsent(unsent)} ${MESSAGES.signOut.consequence}`);
        return new Promise((answer) => setQuestion({ Dialog, unsent, answer }));
      }),
    [],
  );

  // The session may end in another tab meanwhile: then there is no question left.
  if (!question || !isSignedIn) return null;
  const { Dialog, unsent, answer } = question;

  function handleAnswer(leaves: boolean) {
    answer(leaves);
    setQuestion(null);
  }

  return <Dialog unsent={unsent} onAnswer={handleAnswer} />;
}
