export interface Opening {
  id: string;
  title: string;
  text: string;
  requirements: readonly string[];
}

/** The four openings, all full-time in Singapore (spec section 2). */
export const OPENINGS: readonly Opening[] = [
  {
    id: 'devops-engineer',
    title: 'DevOps Engineer',
    text: 'You keep Better Space quick and awake: builds, releases, monitoring, and the calm way back when a release goes wrong.',
    requirements: [
      'Three years or more of running web services in production',
      'At home with Linux, containers and infrastructure as code',
      'Experience with continuous delivery, and with rolling back at night',
      'Good habits around metrics, alerts and written runbooks',
    ],
  },
  {
    id: 'software-engineer',
    title: 'Software Engineer',
    text: 'You build the planner that people open every morning, from the database row to the focus ring.',
    requirements: [
      'Three years or more of building web applications',
      'Strong TypeScript and React, and a feeling for plain HTML and CSS',
      'Working knowledge of PostgreSQL and of row-level security',
      'Care for accessibility, tests and small, readable changes',
    ],
  },
  {
    id: 'growth-manager',
    title: 'Growth Manager',
    text: 'You help more people find a calmer week, and find out why some of them leave again.',
    requirements: [
      'Three years or more in growth or product marketing for a consumer product',
      'Clear, honest writing in English',
      'Comfortable with experiments, funnels and simple statistics',
      'Respect for the privacy of the people behind the numbers',
    ],
  },
  {
    id: 'security-engineer',
    title: 'Security Engineer',
    text: 'You look after what people trust us with: their accounts, their plans and their peace of mind.',
    requirements: [
      'Three years or more in application or product security',
      'Deep understanding of browser security, sign-in flows and sessions',
      'Experience with threat models, code review and answering reports',
      'Able to explain a risk to people who do not work in security',
    ],
  },
];
