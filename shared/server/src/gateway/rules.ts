import * as z from 'zod';

// What a request may say: the parameters of its query, and the fields of its body. On /auth/v1, supabase-js sends fields
// that the site does not use: they are removed. On /rest/v1 they are refused.

/** The rule of a query parameter. A request with a parameter that has no rule is refused. */
interface ParameterRule {
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

/** Takes the rules and the raw query. Returns the query to pass on, or null if it breaks a rule. */
export function checkQuery(rules: QueryRules, raw: string): URLSearchParams | null {
  const passedOn = new URLSearchParams();
  const counts = new Map<string, number>();
  for (const [name, value] of new URLSearchParams(raw)) {
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

const DAY = String.raw`\d{4}-\d\d-\d\d`;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const INSTANT = String.raw`"${DAY}T\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)"`;

const matches = (pattern: RegExp): ParameterRule => ({ allows: (value) => pattern.test(value) });
const upTo = (length: number): ParameterRule => ({ allows: (value) => value.length <= length });
const required = (rule: ParameterRule): ParameterRule => ({ ...rule, isRequired: true });

/** A `select` of some columns, each at most once and without an alias, or of all ('*'). */
function columns(...names: string[]): ParameterRule {
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
const oneOrMoreIds = matches(new RegExp(`^(?:eq\\.${UUID}|in\\.\\(${UUID}(?:,${UUID}){0,99}\\))$`, 'i'));
const flag = matches(/^is\.(?:true|false)$/);
/** One quoted text, as long as a body allows at most; PostgreSQL cannot store NUL. */
const quotedText: ParameterRule = {
  allows: (value) =>
    /^in\.\("(?:[^"\\]|\\["\\])*"\)$/.test(value) && value.length <= 4096 && !value.includes('\0'),
};
/** The further parameters are what the task has to be: what another device has changed since stays as it is. */
const oneTask: QueryRules = {
  id: required(id),
  select: task,
  title: quotedText,
  completed: flag,
  starred: flag,
  pinned: flag,
  emoji: { allows: (value) => value === 'is.null' || quotedText.allows(value) },
  task_date: matches(new RegExp(`^in\\.\\("${DAY}"\\)$`)),
};

export const queries = {
  /** The page to return to. The server itself decides where the links of mails lead, so this is not passed on. */
  redirect: { redirect_to: { allows: () => true, isRemoved: true } },
  token: { grant_type: required(matches(/^(password|refresh_token|pkce)$/)) },
  logout: { scope: matches(/^(global|local|others)$/) },
  authorize: {
    provider: required(matches(/^google$/)),
    // The gateway, which knows the site's address, checks the origin.
    redirect_to: upTo(2048),
    code_challenge: matches(/^[\w-]{43,128}$/),
    code_challenge_method: matches(/^s256$/i),
    access_type: matches(/^offline$/),
    prompt: matches(/^consent$/),
  },
  /** The parameters of the redirect from Google. Google may add others at any time: they are removed, not refused. */
  callback: {
    state: matches(/^[\w-]{1,64}$/),
    code: upTo(2048),
    error: matches(/^\w{1,64}$/),
    error_description: { ...upTo(512), whenInvalid: 'drop' },
    '*': { allows: () => false, whenInvalid: 'drop' },
  },
  readTasks: {
    select: required(task),
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
  },
  addTasks: {
    select: task,
    // supabase-js names the columns of a list. The body's schema says which those are.
    columns: { ...matches(/^"\w{1,20}"(?:,"\w{1,20}"){7}$/), isRemoved: true },
  },
  oneTask,
  oneOrMoreTasks: { ...oneTask, id: required(oneOrMoreIds) },
  readProfile: { select: required(profile), id },
  oneProfile: { id: required(id), select: profile },
} as const satisfies Record<string, QueryRules>;

/** The JSON of a request: fields, or a list of rows. */
export type Body = Record<string, unknown> | Record<string, unknown>[];

/** PostgreSQL cannot store NUL, and a lone surrogate is not valid text. */
const text = z.string().refine((value) => !value.includes('\0') && value.isWellFormed(), 'is not text');
const address = text.max(255);
/** No account has a longer one, since bcrypt reads 72 bytes. From 73 bytes on the error is that of `passwords.ts`. */
const password = text.max(1024);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
/** Far longer than the column allows, so that a title that is too long gets the database's own message. */
const title = text.max(2000);
const emoji = text.max(200).nullable();

const newTask = z.strictObject({
  id: z.guid().optional(),
  title,
  task_date: day,
  emoji: emoji.optional(),
  user_id: z.guid().optional(),
  completed: z.boolean().optional(),
  starred: z.boolean().optional(),
  pinned: z.boolean().optional(),
});

export const bodies = {
  credentials: z.object({ email: address, password }),
  email: z.object({ email: address }),
  newPassword: z.object({ password }),
  resend: z.object({ email: address, type: z.literal('signup') }),
  /** One schema for all three grant types: the handler of a grant checks which fields it needs. */
  token: z.object({
    email: address.optional(),
    password: password.optional(),
    refresh_token: text.max(255).optional(),
    auth_code: text.max(255).optional(),
    code_verifier: text.max(255).optional(),
  }),
  /** A link is redeemed by its token alone, not by an e-mail address and a code. */
  verify: z.object({
    token_hash: text.max(255),
    type: z.enum(['signup', 'recovery', 'email', 'magiclink', 'invite', 'email_change']),
  }),
  /** In a list of tasks every row has every field, because a row that lacks one would get null in its place. */
  newTasks: z.union([newTask, z.array(newTask.required()).min(1).max(100)]),
  taskChange: z
    .strictObject({
      title,
      task_date: day,
      emoji,
      completed: z.boolean(),
      starred: z.boolean(),
      pinned: z.boolean(),
    })
    .partial(),
  profileChange: z.strictObject({ display_name: text.max(1000) }),
  /** Longer than a page lets users type; the database reads only 200 characters. */
  searchTasks: z.strictObject({ search: text.max(400) }),
  restoreTask: z.strictObject({ task_id: z.guid() }),
  nothing: z.strictObject({}),
};
