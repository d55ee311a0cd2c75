import styles from './Questions.module.css';

const QUESTIONS = [
  {
    question: 'Do you need my credit card?',
    answer: 'No. An email address and a password are enough, and there is no place here to enter a card.',
  },
  {
    question: 'How long is Free free?',
    answer: 'Forever. It is $0, it does not end after some weeks, and it turns into nothing else by itself.',
  },
  {
    question: 'What is kept, and what is not?',
    answer:
      'Your tasks are kept in your account, and shown on every device you sign in on. Goal cards live in the open page and are cleared when you reload it or sign out.',
  },
] as const;

export function Questions() {
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions">Before you ask</h2>
      <dl>
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
