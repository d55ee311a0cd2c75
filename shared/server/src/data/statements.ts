import { parse, type SqlError } from 'libpg-query';

/** One statement of a migration. */
export interface Statement {
  sql: string;
  line: number;
  /** The table that it creates. */
  table?: string;
}

/** What a text holds: its statements, and what a migration of a remote may not do, with its line. */
export interface Read {
  statements: Statement[];
  faults: { message: string; line: number }[];
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const within = (node: Node, name: string): Node => {
  const inner = node[name];
  return isNode(inner) ? inner : {};
};

/** What may be done, by the parser's name of it, in the words of SQL. */
const STATEMENTS: Readonly<Record<string, string>> = {
  CreateStmt: 'create table',
  AlterTableStmt: 'alter table',
  IndexStmt: 'create index',
  CreatePolicyStmt: 'create policy',
  AlterPolicyStmt: 'alter policy',
  CreateTrigStmt: 'create trigger',
  GrantStmt: 'grant, revoke',
  UpdateStmt: 'update',
  CommentStmt: 'comment',
  DropStmt: 'drop index, policy, trigger',
};

/** Of `alter table`. What is not here takes something away that the version before still uses, or touches others. */
const CHANGES = new Set(
  `AT_AddColumn AT_ColumnDefault AT_DropNotNull AT_SetNotNull AT_AddConstraint AT_DropConstraint AT_ValidateConstraint
   AT_EnableRowSecurity AT_SetStatistics`.split(/\s+/),
);
const DROPPED = new Set(['OBJECT_INDEX', 'OBJECT_POLICY', 'OBJECT_TRIGGER']);

/** Functions that end, change nothing and read nothing of others: for defaults, checks, policies and `update`. */
const FUNCTIONS = new Set(
  `auth.uid now gen_random_uuid char_length length octet_length lower upper btrim ltrim rtrim abs round floor ceil isfinite
   date_part date_trunc extract jsonb_typeof jsonb_array_length jsonb_build_object jsonb_build_array array_length cardinality
   to_char concat starts_with timezone`.split(/\s+/),
);

const nameOf = (parts: unknown) =>
  nodesOf(parts)
    .map((part) => textOf(within(part, 'String')['sval']))
    .join('.')
    .replace(/^pg_catalog\./, '');

/** Levels of the parser's tree in one statement. An operator has three. */
const MOST_LEVELS = 300;
const TOO_DEEP = 'it is nested too deeply: write it in fewer parts';

/** What a node of a statement may not be: a function off the list, a query that reads a table. */
function* faultsOfNode(node: Node): Generator<string> {
  const called = nameOf(within(node, 'FuncCall')['funcname']);
  if (called !== '' && !FUNCTIONS.has(called))
    yield `it calls ${called}(), and a migration of a remote may call ${[...FUNCTIONS].join(', ')} alone`;
  const query = within(node, 'SelectStmt');
  if (['fromClause', 'withClause', 'larg'].some((part) => part in query))
    yield 'it holds a query that reads a table: a migration of a remote reads none';
  if ('withClause' in node || 'usingClause' in node || ('targetList' in node && 'fromClause' in node))
    yield 'it reads a table besides the one that it changes';
}

/** What is inside a statement and may not be there. Level by level: what others wrote may be deeper than a stack of calls. */
function* faultsInside(statement: Node): Generator<string> {
  let level: Node[] = [statement];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return yield TOO_DEEP;
    for (const node of level) yield* faultsOfNode(node);
    level = level.flatMap((node) => Object.values(node)).filter(isNode);
  }
}

/** What the statement itself may not be. */
function* faultsOf(kind: string, node: Node, sql: string): Generator<string> {
  if (!Object.hasOwn(STATEMENTS, kind)) {
    const [first = '', second = ''] = sql.toLowerCase().split(/\s+/);
    yield `'${first}${/^(create|alter|drop)$/.test(first) ? ` ${second}` : ''}' is not among what a migration of a remote may do: ${Object.values(STATEMENTS).join(', ')}`;
  }
  if (kind === 'DropStmt' && !DROPPED.has(String(node['removeType'])))
    yield 'it drops what the version before still uses, in open tabs and after a rollback: stop using it, and leave it there';
  if (kind === 'AlterTableStmt') {
    const found = nodesOf(node['cmds']).map((one) => String(within(one, 'AlterTableCmd')['subtype']));
    const other = found.find((one) => !CHANGES.has(one));
    if (other === 'AT_DropColumn')
      yield 'it drops a column that the version before still uses, in open tabs and after a rollback: leave it there';
    else if (other !== undefined)
      yield `it changes a table in a way that a migration of a remote may not (${other.replace('AT_', '')}): add columns, constraints and defaults, enable row level security`;
  }
  if (kind === 'CreateStmt') {
    if (within(node, 'relation')['relpersistence'] !== 'p') yield 'it creates a table that is not kept';
    if (['inhRelations', 'partspec', 'ofTypename'].some((part) => part in node))
      yield 'it creates a table out of another one: write its columns out';
  }
}

/** Where the first character of a statement is, behind blanks and comments. */
function startOf(text: string): number {
  return /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*/.exec(text)?.[0].length ?? 0;
}

const lineAt = (text: string) => text.split('\n').length;

/**
 * Reads a migration with PostgreSQL's own parser. What may be done is a list, so that it ends, does the same on every
 * database, and is said with its line; whose tables it touches is for the database to say (`applyRemote.ts`).
 */
export async function readStatements(sql: string): Promise<Read> {
  let parsed: Node;
  try {
    parsed = (await parse(sql)) as Node;
  } catch (error) {
    const { message, sqlDetails } = error as SqlError; // what `parse` throws, but where its stack is at its end
    return {
      statements: [],
      faults: [
        {
          message: error instanceof RangeError ? TOO_DEEP : message,
          line: lineAt(sql.slice(0, sqlDetails?.cursorPosition ?? 0)),
        },
      ],
    };
  }
  const bytes = Buffer.from(sql);
  const read: Read = { statements: [], faults: [] };
  for (const one of nodesOf(parsed['stmts'])) {
    const from = Number(one['stmt_location'] ?? 0);
    const length = Number(one['stmt_len'] ?? bytes.length - from);
    const whole = bytes.subarray(from, from + length).toString();
    const skipped = startOf(whole);
    const text = whole.slice(skipped);
    const line = lineAt(bytes.subarray(0, from).toString() + whole.slice(0, skipped));
    const [kind = '', node] = Object.entries(within(one, 'stmt'))[0] ?? [];
    const content = isNode(node) ? node : {};
    const table = kind === 'CreateStmt' ? within(content, 'relation')['relname'] : undefined;
    read.statements.push({ sql: text, line, ...(typeof table === 'string' && { table }) });
    const found = new Set([...faultsOf(kind, content, text), ...faultsInside(content)]);
    for (const message of found) read.faults.push({ message, line });
  }
  return read;
}
