import { useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import { MESSAGES } from '@space/domain';
import { useSession } from '@space/platform';
import { onSignOutQuestion } from '@space/platform/internal';
import { preloadOnFirstInput, onCall } from './onCall.ts';
import type { SignOutDialog } from './SignOutDialog.tsx';

interface Question {
  Dialog: ComponentType<ComponentProps<typeof SignOutDialog>>;
  unsent: number;
  answer: (leaves: boolean) => void;
}

/** The confirmation before a sign-out with unsent tasks, on every page (rule sign-out). */
export function SignOutQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const isSignedIn = useSession((state) => state.user !== null);

  useEffect(preloadOnFirstInput, []);

  useEffect(
    () =>
      onSignOutQuestion(async (unsent) => {
        const parts = await onCall().catch(() => null);
        // If the dialog's code cannot be loaded without a network, the browser asks, so that no task is lost unasked.
        if (!parts) return confirm(`${MESSAGES.signOut.unsent(unsent)} ${MESSAGES.signOut.consequence}`);
        return new Promise((answer) => setQuestion({ Dialog: parts.SignOutDialog, unsent, answer }));
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
