/** The three plans of the pricing pages, in their order. Nothing is sold, and the limit of 50 tasks is not enforced. */
export const PLANS = [
  {
    id: 'free',
    name: 'Free',
    price: '$0',
    period: 'forever',
    features: [
      'Up to 50 tasks per week',
      '5 goal cards',
      'Basic support',
      'Weekly view',
      'Star and pin',
      'Emoji',
    ],
    highlighted: false,
  },
  {
    id: 'pro',
    name: 'Pro',
    price: '$1',
    period: 'per month',
    features: [
      'Unlimited tasks and goal cards',
      'Priority support',
      'Analytics',
      'Custom themes',
      'PDF export',
      'Team collaboration',
      'Recurring tasks',
    ],
    highlighted: true, // 'Most Popular'
  },
  {
    id: 'space-master',
    name: 'Space Master',
    price: '$4',
    period: 'per month',
    features: [
      'Everything in Pro',
      'Unlimited team members',
      'Integrations',
      'API access',
      'Custom workflows',
      'Dedicated support',
      'White-label',
      'Advanced security',
      'Priority feature requests',
    ],
    highlighted: false,
  },
] as const;

export type Plan = (typeof PLANS)[number];
