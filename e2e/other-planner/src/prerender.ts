const description = 'How to use notes.';

export const addresses = [
  { address: '/help/start', title: 'How to start', description },
  { address: '/help/tasks', title: 'What a note is', description },
];
