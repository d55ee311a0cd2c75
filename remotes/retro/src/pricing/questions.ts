/** What players ask about the plans. */
export const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'Is the Free plan really free?',
    answer:
      'Yes, forever, and without a credit card. It holds up to 50 tasks per week and five goal cards, which is more than most weeks ask for.',
  },
  {
    question: 'Will I be charged when I press UPGRADE?',
    answer:
      'No. The button only leads to the sign-in. Signing in or starting a new game never costs anything.',
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
      'Pro lifts the limits and adds analytics, custom themes, PDF export, team collaboration and recurring tasks. Space Master contains all of that and adds what larger teams ask for, from integrations and API access to white-label.',
  },
];
