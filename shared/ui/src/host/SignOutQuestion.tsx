import { useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import { MESSAGES } from '@space/domain';
import { useSession } from '@space/platform';
import { onSignOutQuestion } from '@space/platform/internal';
import { fetchOnFirstAct, onCall } from './onCall.ts';
import type { SignOutDialog } from './SignOutDialog.tsx';

interface Question {
  Dialog: ComponentType<ComponentProps<typeof SignOutDialog>>;
  unsent: number;
  answer: (leaves: boolean) => void;
}

/** The question before a person signs out with tasks that wait to be sent, whatever page they do it on (rule sign-out). */
export function SignOutQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const isSignedIn = useSession((state) => state.user !== null);

  useEffect(fetchOnFirstAct, []);

  useEffect(
    () =>
      onSignOutQuestion(async (unsent) => {
        const parts = await onCall().catch(() => null);
        // The network went before the dialog came: the browser asks, and nothing is lost unasked.
        if (!parts) return confirm(`${MESSAGES.signOut.unsent(unsent)} ${MESSAGES.signOut.consequence}`);
        return new Promise((answer) => setQuestion({ Dialog: parts.SignOutDialog, unsent, answer }));
      }),
    [],
  );

  // The session may end meanwhile, in another tab: then there is nothing left to ask.
  if (!question || !isSignedIn) return null;
  const { Dialog, unsent, answer } = question;

  function handleAnswer(leaves: boolean) {
    answer(leaves);
    setQuestion(null);
  }

  return <Dialog unsent={unsent} onAnswer={handleAnswer} />;
}
