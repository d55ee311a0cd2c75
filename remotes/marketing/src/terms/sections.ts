interface TermsSection {
  /** The fragment of its URL: `/terms#your-account`. */
  id: string;
  title: string;
  paragraphs: readonly string[];
}

export const TERMS: readonly TermsSection[] = [
  {
    id: 'acceptance',
    title: 'Acceptance of these terms',
    paragraphs: [
      'These terms are an agreement between you and Better Space (“we”, “us”). By creating an account or by using the site you accept them. If you do not agree with them, please do not use the service.',
    ],
  },
  {
    id: 'service',
    title: 'What the service is',
    paragraphs: [
      'Better Space is a weekly planner on the web. It lets you add tasks to the days of a week, mark them, move them, and have goal cards beside them. The same week can be read in a retro variant.',
      'Goal cards are held only in the memory of the open page. They are cleared when you reload it or sign out.',
    ],
  },
  {
    id: 'who',
    title: 'Who may use it',
    paragraphs: [
      'You may use the service if you can enter into a binding agreement where you live. If you are younger than that, a parent or guardian has to agree to these terms for you.',
    ],
  },
  {
    id: 'your-account',
    title: 'Your account',
    paragraphs: [
      'You need an account to plan a week. Give an email address that is yours, and keep your password to yourself. What happens in your account is your responsibility, so tell us soon if you think somebody else is using it.',
      'If you sign in with Google, Google’s own terms apply to that part.',
    ],
  },
  {
    id: 'your-content',
    title: 'Your content',
    paragraphs: [
      'What you write in Better Space stays yours. You allow us to store it, to copy it for backups and to show it to you on your devices, as far as that is needed to run the service, and for nothing else.',
      'Every signed-in person sees their own tasks. We look into them only when you ask us for help or when the law obliges us to.',
      'If you delete your account, it is removed from the service at once, with everything in it. A backup made before that may still hold a copy.',
    ],
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    paragraphs: [
      'Please do not use the service for anything unlawful, do not try to reach other people’s accounts or data, do not disturb or overload the service, and do not resell it without our written consent.',
      'If you find a weakness, tell us before you tell others. We are grateful for every report made in good faith.',
    ],
  },
  {
    id: 'plans',
    title: 'Plans and payment',
    paragraphs: [
      'The Free plan costs nothing and needs no credit card. What each plan lists, and at which price, is shown on the pricing page. Nothing is charged: no plan is sold on this site, and it never asks for payment details. Choosing a plan there only leads to the free sign-up, or to your week if you are signed in.',
    ],
  },
  {
    id: 'availability',
    title: 'Availability and changes to the service',
    paragraphs: [
      'We work to keep the service available, but we do not promise that it is always there or free of faults. We may add, change or remove features. If a change takes away something you rely on, we try to say so early.',
    ],
  },
  {
    id: 'our-rights',
    title: 'Our rights',
    paragraphs: [
      'The software, the name Better Space, the drawings and the design belong to us or to those who license them to us. These terms let you use the service; they do not transfer any of these rights to you.',
    ],
  },
  {
    id: 'ending',
    title: 'Ending the agreement',
    paragraphs: [
      'You may stop using the service at any time, and delete your account in the settings. We may suspend or close an account that breaks these terms or puts others at risk; where we can, we warn you first and give you a chance to put things right.',
    ],
  },
  {
    id: 'liability',
    title: 'Warranty and liability',
    paragraphs: [
      'The service is provided as it is. As far as the law allows, we give no warranty beyond what is written here, and we are not liable for indirect losses or for lost data, profit or plans.',
      'Nothing in these terms limits a liability that cannot be limited by law.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    paragraphs: [
      'We may change these terms. For material changes we give you 30 days’ notice, by email or on the site, before they take effect. If you keep using the service after that, you accept the new terms; if you do not agree, you may close your account before then.',
    ],
  },
  {
    id: 'law',
    title: 'Governing law',
    paragraphs: [
      'These terms are governed by the laws of Singapore. Disputes that we cannot settle by talking are for the courts of Singapore to decide, unless the law where you live gives you the right to go to a court there.',
    ],
  },
];
