/** What a parameter of a query may be; one that has no rule is refused, or left out where `otherwise` says 'drop'. */
export interface ParameterRule {
  allows(value: string): boolean;
  /** How often it may occur in a query. Default: once. */
  most?: number;
  isRequired?: boolean;
  /** What happens to a value that is not allowed. Default: the request is refused. */
  otherwise?: 'drop';
  /** It is validated, and not passed on. */
  isDropped?: boolean;
}

/** The parameters of an endpoint, by name; '*' is the rule of all others. */
export type QueryRules = Readonly<Record<string, ParameterRule>>;

const matches = (pattern: RegExp): ParameterRule => ({ allows: (value) => pattern.test(value) });

const DAY = String.raw`\d{4}-\d\d-\d\d`;
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const INSTANT = String.raw`"${DAY}T\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)"`;

/** Columns of a table, each at most once and under its own name; or all of them. */
export function columns(...names: string[]): ParameterRule {
  return {
    allows(value) {
      const asked = value.split(',');
      return (
        value === '*' || (asked.every((name) => names.includes(name)) && new Set(asked).size === asked.length)
      );
    },
  };
}

const task = columns(
  'id',
  'title',
  'completed',
  'starred',
  'pinned',
  'emoji',
  'task_date',
  'user_id',
  'created_at',
);
const profile = columns('id', 'display_name', 'created_at');
const id = matches(new RegExp(`^eq\\.${UUID}$`, 'i'));

/** The page of the site to return to. The server decides where mails lead, so this is not passed on. */
export const redirect: QueryRules = { redirect_to: { allows: () => true, isDropped: true } };

export const token: QueryRules = {
  grant_type: { ...matches(/^(password|refresh_token|pkce)$/), isRequired: true },
};
export const logout: QueryRules = { scope: matches(/^(global|local|others)$/) };

export const authorize: QueryRules = {
  provider: { ...matches(/^google$/), isRequired: true },
  // Checked against the site's own address by the gateway, which knows it.
  redirect_to: { allows: (value) => value.length <= 2048 },
  code_challenge: matches(/^[\w-]{43,128}$/),
  code_challenge_method: matches(/^s256$/i),
  access_type: matches(/^offline$/),
  prompt: matches(/^consent$/),
};

/** What Google sends a browser back with. It may add to that any day, so the rest is left out and not refused. */
export const callback: QueryRules = {
  state: matches(/^[\w-]{1,64}$/),
  code: { allows: (value) => value.length <= 2048 },
  error: matches(/^\w{1,64}$/),
  error_description: { allows: (value) => value.length <= 512, otherwise: 'drop' },
  '*': { allows: () => false, otherwise: 'drop' },
};

export const readTasks: QueryRules = {
  select: { ...task, isRequired: true },
  id,
  task_date: { ...matches(new RegExp(`^(?:[gl]te|lt)\\.${DAY}$`)), most: 2 },
  // What was left undone: no more than are shown and one.
  completed: matches(/^is\.false$/),
  limit: matches(/^101$/),
  order: matches(/^(?:created_at\.asc(,id\.asc)?|task_date\.asc)$/),
  // The next page: what was created after the last task of the page before.
  or: matches(
    new RegExp(
      `^\\(created_at\\.gt\\.${INSTANT},and\\(created_at\\.eq\\.${INSTANT},id\\.gt\\.${UUID}\\)\\)$`,
      'i',
    ),
  ),
};
export const addTask: QueryRules = { select: task };
export const oneTask: QueryRules = { id: { ...id, isRequired: true }, select: task };

export const readProfile: QueryRules = { select: { ...profile, isRequired: true }, id };
export const oneProfile: QueryRules = { id: { ...id, isRequired: true }, select: profile };

/** Returns the query that is passed on, or null when it asks for what the site never asks. */
export function checkQuery(rules: QueryRules, raw: string): URLSearchParams | null {
  const query = new URLSearchParams(raw);
  const kept = new URLSearchParams();
  const counts = new Map<string, number>();
  for (const [name, value] of query) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : rules['*'];
    if (!rule) return null;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const isAllowed = rule.allows(value) && count <= (rule.most ?? 1);
    if (!isAllowed && rule.otherwise !== 'drop') return null;
    if (isAllowed && !rule.isDropped) kept.append(name, value);
  }
  const isWhole = Object.entries(rules).every(([name, rule]) => !rule.isRequired || counts.has(name));
  return isWhole ? kept : null;
}
