import { parse, type SqlError } from 'libpg-query';

/** One statement of a migration. */
export interface Statement {
  sql: string;
  line: number;
  /** The table that the statement creates, if any. */
  table?: string;
}

/** The content of a migration: its statements, and everything in it that a remote may not do, with the line. */
export interface ParsedMigration {
  statements: Statement[];
  faults: { message: string; line: number }[];
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const childOf = (node: Node, name: string): Node => {
  const inner = node[name];
  return isNode(inner) ? inner : {};
};

/** The allowed statements: the parser's node type → its name in SQL. */
const ALLOWED_STATEMENTS: Readonly<Record<string, string>> = {
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

/** The allowed kinds of `alter table`. The others remove what the previous version still uses, or affect others. */
const ALLOWED_CHANGES = new Set(
  `AT_AddColumn AT_ColumnDefault AT_DropNotNull AT_SetNotNull AT_AddConstraint AT_DropConstraint AT_ValidateConstraint
   AT_EnableRowSecurity AT_SetStatistics`.split(/\s+/),
);
const ALLOWED_DROPS = new Set(['OBJECT_INDEX', 'OBJECT_POLICY', 'OBJECT_TRIGGER']);

/** The allowed functions: they terminate, change nothing and read no tables. For defaults, checks, policies, `update`. */
const ALLOWED_FUNCTIONS = new Set(
  `auth.uid now gen_random_uuid char_length length octet_length lower upper btrim ltrim rtrim abs round floor ceil isfinite
   date_part date_trunc extract jsonb_typeof jsonb_array_length jsonb_build_object jsonb_build_array array_length cardinality
   to_char concat starts_with timezone`.split(/\s+/),
);

const nameOf = (parts: unknown) =>
  nodesOf(parts)
    .map((part) => textOf(childOf(part, 'String')['sval']))
    .join('.')
    .replace(/^pg_catalog\./, '');

/** The maximum depth of a statement's syntax tree. An operator takes three levels. */
const MAX_DEPTH = 300;
const TOO_DEEP = 'it is nested too deeply: write it in fewer parts';

/** Checks a node of a statement: no function that is not on the list, no query that reads a table. */
function* faultsOfNode(node: Node): Generator<string> {
  const called = nameOf(childOf(node, 'FuncCall')['funcname']);
  if (called !== '' && !ALLOWED_FUNCTIONS.has(called))
    yield `it calls ${called}(), but a migration of a remote may call only ${[...ALLOWED_FUNCTIONS].join(', ')}`;
  const query = childOf(node, 'SelectStmt');
  if (['fromClause', 'withClause', 'larg'].some((part) => part in query))
    yield 'it contains a query that reads a table: a migration of a remote may not read any';
  if ('withClause' in node || 'usingClause' in node || ('targetList' in node && 'fromClause' in node))
    yield 'it reads a table besides the one that it changes';
}

/** Checks everything inside a statement, level by level: recursion could overflow the stack on untrusted SQL. */
function* faultsOfNodes(statement: Node): Generator<string> {
  let level: Node[] = [statement];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return yield TOO_DEEP;
    for (const node of level) yield* faultsOfNode(node);
    level = level.flatMap((node) => Object.values(node)).filter(isNode);
  }
}

/** Checks the statement itself. */
function* faultsOfStatement(kind: string, node: Node, sql: string): Generator<string> {
  if (!Object.hasOwn(ALLOWED_STATEMENTS, kind)) {
    const [first = '', second = ''] = sql.toLowerCase().split(/\s+/);
    yield `'${first}${/^(create|alter|drop)$/.test(first) ? ` ${second}` : ''}' is not allowed in a migration of a remote: use ${Object.values(ALLOWED_STATEMENTS).join(', ')}`;
  }
  if (kind === 'DropStmt' && !ALLOWED_DROPS.has(String(node['removeType'])))
    yield 'it drops what the previous version still uses, in open tabs and after a rollback: stop using it, but keep it';
  if (kind === 'AlterTableStmt') {
    const found = nodesOf(node['cmds']).map((one) => String(childOf(one, 'AlterTableCmd')['subtype']));
    const other = found.find((one) => !ALLOWED_CHANGES.has(one));
    if (other === 'AT_DropColumn')
      yield 'it drops a column that the previous version still uses, in open tabs and after a rollback: keep it';
    else if (other !== undefined)
      yield `it changes a table in a way that a migration of a remote may not (${other.replace('AT_', '')}): add columns, constraints and defaults, enable row level security`;
  }
  if (kind === 'CreateStmt') {
    if (childOf(node, 'relation')['relpersistence'] !== 'p') yield 'it creates a temporary or unlogged table';
    if (['inhRelations', 'partspec', 'ofTypename'].some((part) => part in node))
      yield 'it creates a table from another one: list its columns';
  }
}

/** The index of the first character of a statement, after whitespace and comments. */
function startOf(text: string): number {
  return /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*/.exec(text)?.[0].length ?? 0;
}

const lineAt = (text: string) => text.split('\n').length;

/**
 * Parses a migration with PostgreSQL's own parser. Only listed statements are allowed, so that it terminates, has the same
 * effect on every database, and problems have a line. The database enforces whose tables it touches (`applyRemote.ts`).
 */
export async function readStatements(sql: string): Promise<ParsedMigration> {
  let parsed: Node;
  try {
    parsed = (await parse(sql)) as Node;
  } catch (error) {
    const { message, sqlDetails } = error as SqlError; // thrown by `parse`, except for a RangeError if its stack overflows
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
  const read: ParsedMigration = { statements: [], faults: [] };
  for (const one of nodesOf(parsed['stmts'])) {
    const from = Number(one['stmt_location'] ?? 0);
    const length = Number(one['stmt_len'] ?? bytes.length - from);
    const whole = bytes.subarray(from, from + length).toString();
    const skipped = startOf(whole);
    const text = whole.slice(skipped);
    const line = lineAt(bytes.subarray(0, from).toString() + whole.slice(0, skipped));
    const [kind = '', node] = Object.entries(childOf(one, 'stmt'))[0] ?? [];
    const content = isNode(node) ? node : {};
    const table = kind === 'CreateStmt' ? childOf(content, 'relation')['relname'] : undefined;
    read.statements.push({ sql: text, line, ...(typeof table === 'string' && { table }) });
    const found = new Set([...faultsOfStatement(kind, content, text), ...faultsOfNodes(content)]);
    for (const message of found) read.faults.push({ message, line });
  }
  return read;
}
