export const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'Is the Free plan really free?',
    answer: 'Yes, $0 forever, and without a credit card. It turns into nothing else by itself.',
  },
  {
    question: 'Will I be charged when I press UPGRADE?',
    answer:
      'No. Nothing is sold here: the button leads to the sign-in, or straight to your week if you are signed in.',
  },
  {
    question: 'Do I need another account for retro mode?',
    answer:
      'No. It is the same account and the same tasks. What you plan in normal mode shows up here by itself.',
  },
  {
    question: 'Can I change tasks in retro mode?',
    answer:
      'Not here: this mode is for looking at the week. Press NORMAL MODE on the week’s screen to add, star, move or finish tasks.',
  },
  {
    question: 'What is the difference between Pro and Space Master?',
    answer:
      'The lists above say it: Space Master has everything in Pro and more besides, from integrations and API access to white-label. Neither is on sale, so every game is played on Free.',
  },
];
