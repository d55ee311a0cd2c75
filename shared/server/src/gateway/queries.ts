/** The rule of a query parameter. A request with a parameter that has no rule is refused. */
export interface ParameterRule {
  allows(value: string): boolean;
  /** How often the parameter may occur. Default: once. */
  maxCount?: number;
  isRequired?: boolean;
  /** 'drop' removes a value that is not allowed. Default: the request is refused. */
  whenInvalid?: 'drop';
  /** The parameter is validated, but not passed on. */
  isRemoved?: boolean;
}

/** The parameters of an endpoint, by name; '*' is the rule for all others. */
export type QueryRules = Readonly<Record<string, ParameterRule>>;

const matches = (pattern: RegExp): ParameterRule => ({ allows: (value) => pattern.test(value) });

const DAY = String.raw`\d{4}-\d\d-\d\d`;
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const INSTANT = String.raw`"${DAY}T\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)"`;

/** A `select` of some columns, each at most once and without an alias, or of all ('*'). */
export function columns(...names: string[]): ParameterRule {
  return {
    allows(value) {
      const parts = value.split(',');
      return (
        value === '*' || (parts.every((name) => names.includes(name)) && new Set(parts).size === parts.length)
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

/** The page to return to. The server itself decides where the links of mails lead, so this is not passed on. */
export const redirect: QueryRules = { redirect_to: { allows: () => true, isRemoved: true } };

export const token: QueryRules = {
  grant_type: { ...matches(/^(password|refresh_token|pkce)$/), isRequired: true },
};
export const logout: QueryRules = { scope: matches(/^(global|local|others)$/) };

export const authorize: QueryRules = {
  provider: { ...matches(/^google$/), isRequired: true },
  // The gateway, which knows the site's address, checks the origin.
  redirect_to: { allows: (value) => value.length <= 2048 },
  code_challenge: matches(/^[\w-]{43,128}$/),
  code_challenge_method: matches(/^s256$/i),
  access_type: matches(/^offline$/),
  prompt: matches(/^consent$/),
};

/** The parameters of the redirect from Google. Google may add others at any time: they are removed, not refused. */
export const callback: QueryRules = {
  state: matches(/^[\w-]{1,64}$/),
  code: { allows: (value) => value.length <= 2048 },
  error: matches(/^\w{1,64}$/),
  error_description: { allows: (value) => value.length <= 512, whenInvalid: 'drop' },
  '*': { allows: () => false, whenInvalid: 'drop' },
};

export const readTasks: QueryRules = {
  select: { ...task, isRequired: true },
  id,
  task_date: { ...matches(new RegExp(`^(?:[gl]te|lt)\\.${DAY}$`)), maxCount: 2 },
  // Unfinished tasks: one more than the page shows, to see whether there are more.
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
/** supabase-js names the columns of a list. The body's schema says which those are. */
const listColumns: ParameterRule = { ...matches(/^"\w{1,20}"(?:,"\w{1,20}"){7}$/), isRemoved: true };
export const addTasks: QueryRules = { select: task, columns: listColumns };
const flag = matches(/^is\.(?:true|false)$/);
/** One quoted text, as long as in bodies.ts at most; PostgreSQL cannot store NUL. */
const quotedText: ParameterRule = {
  allows: (value) =>
    /^in\.\("(?:[^"\\]|\\["\\])*"\)$/.test(value) && value.length <= 4096 && !value.includes('\0'),
};
/** The further parameters are what the task has to be: what another device has changed since stays as it is. */
export const oneTask: QueryRules = {
  id: { ...id, isRequired: true },
  select: task,
  title: quotedText,
  completed: flag,
  starred: flag,
  pinned: flag,
  emoji: { allows: (value) => value === 'is.null' || quotedText.allows(value) },
  task_date: matches(new RegExp(`^in\\.\\("${DAY}"\\)$`)),
};
const oneOrMoreIds = matches(new RegExp(`^(?:eq\\.${UUID}|in\\.\\(${UUID}(?:,${UUID}){0,99}\\))$`, 'i'));
export const oneOrMoreTasks: QueryRules = {
  ...oneTask,
  id: { ...oneOrMoreIds, isRequired: true },
};

export const readProfile: QueryRules = { select: { ...profile, isRequired: true }, id };
export const oneProfile: QueryRules = { id: { ...id, isRequired: true }, select: profile };

/** Takes the rules and the raw query. Returns the query to pass on, or null if it breaks a rule. */
export function checkQuery(rules: QueryRules, raw: string): URLSearchParams | null {
  const query = new URLSearchParams(raw);
  const passedOn = new URLSearchParams();
  const counts = new Map<string, number>();
  for (const [name, value] of query) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : rules['*'];
    if (!rule) return null;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const isAllowed = rule.allows(value) && count <= (rule.maxCount ?? 1);
    if (!isAllowed && rule.whenInvalid !== 'drop') return null;
    if (isAllowed && !rule.isRemoved) passedOn.append(name, value);
  }
  const hasRequired = Object.entries(rules).every(([name, rule]) => !rule.isRequired || counts.has(name));
  return hasRequired ? passedOn : null;
}
