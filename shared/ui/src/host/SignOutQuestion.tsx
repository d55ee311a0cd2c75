import { useEffect, useState } from 'react';
import { MESSAGES } from '@space/domain';
import { useSession } from '@space/platform';
import { onSignOutQuestion } from '@space/platform/internal';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import styles from './SignOutQuestion.module.css';

const messages = MESSAGES.signOut;

interface Question {
  unsent: number;
  answer: (leaves: boolean) => void;
}

/** The question before a person signs out with tasks that wait to be sent, whatever page they do it on (rule sign-out). */
export function SignOutQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const isSignedIn = useSession((state) => state.user !== null);

  useEffect(
    () => onSignOutQuestion((unsent) => new Promise((answer) => setQuestion({ unsent, answer }))),
    [],
  );

  // The session may end meanwhile, in another tab: then there is nothing left to ask.
  if (!question || !isSignedIn) return null;

  function settle(leaves: boolean) {
    question?.answer(leaves);
    setQuestion(null);
  }

  return (
    <Dialog title={messages.unsent(question.unsent)} onClose={() => settle(false)}>
      <p>{messages.consequence}</p>
      <div className={styles.actions}>
        <Button onClick={() => settle(false)}>{messages.stay}</Button>
        <Button look="danger" onClick={() => settle(true)}>
          {messages.leave}
        </Button>
      </div>
    </Dialog>
  );
}
