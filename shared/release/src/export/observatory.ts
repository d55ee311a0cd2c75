/**
 * Computes the grade of Mozilla's HTTP Observatory for the headers of a page, by its table of scores (algorithm 4), for a
 * site with TLS, no cookies and only its own scripts.
 *
 * Takes the headers with lower-case names, and the HTML, whose `meta` element may contain the policy.
 */
export function observatoryScore(headers: Readonly<Record<string, string>>, html: string) {
  const [, inPage = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  const sent = headers['content-security-policy'] ?? '';
  const policy = sent || inPage;
  const modifiers = [
    policyScore(policy),
    /frame-ancestors '(none|self)'/.test(sent) ? 5 : -20,
    transportScore(headers['strict-transport-security']),
    referrerScore(headers['referrer-policy']),
    headers['x-content-type-options'] === 'nosniff' ? 0 : -5,
    /^same-(origin|site)$/.test(headers['cross-origin-resource-policy'] ?? '') ? 10 : 0,
  ];
  const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 100);
  // Bonus points count only from grade A on.
  const withoutBonus = sum(modifiers.filter((one) => one < 0));
  const score = Math.max(0, withoutBonus >= 90 ? sum(modifiers) : withoutBonus);
  return { score, grade: gradeOf(score) };
}

function policyScore(policy: string): number {
  if (policy === '') return -25;
  const sources = (name: string) =>
    new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? ['*'];
  const scripts = sources('script-src');
  const isBroad = (source: string) => /^(\*|https?:|ftp:|data:|'unsafe-inline')$/.test(source);
  if (scripts.some(isBroad)) return -20;
  if (/ (http|ftp):/.test(policy)) return -20;
  if (scripts.includes("'unsafe-eval'")) return -10;
  if (sources('style-src').some(isBroad)) return 0;
  return sources('default-src').join(' ') === "'none'" ? 10 : 5;
}

function transportScore(header = ''): number {
  const age = Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0);
  if (age === 0) return -20;
  return age >= 15_552_000 ? 0 : -10;
}

function referrerScore(header = ''): number {
  if (header === '') return 0;
  return /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(header) ? 5 : -5;
}

const GRADES: readonly [min: number, grade: string][] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
];

const gradeOf = (score: number) => GRADES.find(([min]) => score >= min)?.[1] ?? 'F';
