export interface Opening {
  id: string;
  title: string;
  text: string;
  requirements: readonly string[];
}

export const OPENINGS: readonly Opening[] = [
  {
    id: 'devops-engineer',
    title: 'DevOps Engineer',
    text: 'You keep Better Space quick and awake: builds, releases, monitoring, and a calm way back when a release goes wrong.',
    requirements: [
      'You have run web services in production, and been there when one of them stopped',
      'At home with Linux, containers and infrastructure as code',
      'Practice with continuous delivery, rolling back included',
      'PostgreSQL beyond the defaults: backups, restores, slow queries',
      'Alerts that mean something, and runbooks others can follow',
    ],
  },
  {
    id: 'software-engineer',
    title: 'Software Engineer',
    text: 'You build the planner that people open on a Monday morning, from the row in the database to the ring around the focused button.',
    requirements: [
      'You have built and looked after web applications that people rely on',
      'Strong TypeScript and React, and a feeling for plain HTML and CSS',
      'Working knowledge of PostgreSQL and row-level security',
      'Accessibility as part of the work: keyboard, contrast, screen readers',
      'Small, readable changes with tests that say what they prove',
    ],
  },
  {
    id: 'growth-manager',
    title: 'Growth Manager',
    text: 'You help more people find a calmer week, and you find out why some of them leave again.',
    requirements: [
      'Experience in growth or product marketing for something people use by choice',
      'Clear, honest writing in English; no dark patterns, no false urgency',
      'Comfortable with experiments, funnels and the statistics behind them',
      'You talk to people who use the product, and bring back what they said',
      'Respect for the privacy of the people behind the numbers',
    ],
  },
  {
    id: 'security-engineer',
    title: 'Security Engineer',
    text: 'You look after what people trust us with: their accounts, their plans and their peace of mind.',
    requirements: [
      'Experience in application or product security',
      'Deep understanding of browser security, sign-in flows and sessions',
      'Threat models, code review and answering reports from outside',
      'Able to write the fix as well as the finding',
      'You explain a risk so that people who do not work in security can decide',
    ],
  },
];
