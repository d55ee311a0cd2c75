/** A plan on the pricing pages. Nothing is sold: the buttons only navigate. */
export interface Plan {
  readonly id: 'free' | 'pro' | 'space-master';
  readonly name: string;
  readonly price: string;
  readonly period: string;
  readonly features: readonly string[];
  /** Marked 'Most Popular'. */
  readonly highlighted: boolean;
}

/** The three plans, in their order. The limit of 50 tasks is advertised, not enforced. */
export const PLANS: readonly Plan[] = [
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
    highlighted: true,
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
];
