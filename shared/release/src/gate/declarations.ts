import { parseSync } from 'vite';

type Node = Record<string, unknown> & { type: string; start: number; end: number };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function* nodesOf(value: unknown): Generator<Node> {
  if (isNode(value)) yield value;
  if (typeof value === 'object' && value !== null)
    for (const child of Object.values(value)) yield* nodesOf(child);
}

const programOf = (text: string): unknown => parseSync('declarations.d.ts', text).program;

interface Edit {
  at: number;
  /** Where what is replaced ends; `at` for an insertion. */
  end: number;
  text: string;
}

/** The text with each edit made, the last place first: those before it stay where they are. */
const edited = (text: string, edits: readonly Edit[]) =>
  edits
    .toSorted((one, other) => other.at - one.at)
    .reduce((result, { at, end, text: put }) => result.slice(0, at) + put + result.slice(end), text);

/** The module names that a declaration file refers to, `import('…')` types included, each with its place in the text. */
const references = (text: string) =>
  [...nodesOf(programOf(text))].flatMap(({ source }) =>
    isNode(source) && typeof source['value'] === 'string'
      ? [{ specifier: source['value'], at: source.start, end: source.end }]
      : [],
  );

/** The module names that a declaration file refers to, each once. */
export function specifiersIn(text: string): string[] {
  return [...new Set(references(text).map(({ specifier }) => specifier))];
}

/** Takes a declaration file and a function from module name to module name; returns the file with each name replaced. */
export function withSpecifiers(text: string, rename: (specifier: string) => string): string {
  const edits = references(text).map(({ specifier, at, end }) => ({
    at,
    end,
    text: `'${rename(specifier)}'`,
  }));
  return edited(text, edits);
}

interface Method extends Node {
  key: Node & { name?: string; value?: string };
  typeParameters: Node | null;
  returnType: Node | null;
}

const isMethod = (value: unknown): value is Method =>
  isNode(value) &&
  value.type === 'TSMethodSignature' &&
  value['kind'] === 'method' &&
  value['computed'] === false;

/**
 * Writes methods as properties that hold a function: `add(task: T): void` becomes `add: { (task: T): void }`. The
 * compiler lets the parameters of methods vary both ways, so that a new required field of a parameter would pass; those
 * of functions it compares strictly. Overloads stay as they are.
 */
export function withStrictMethods(text: string): string {
  const edits: Edit[] = [];
  for (const { type, body, members } of nodesOf(programOf(text))) {
    const list = type === 'TSInterfaceBody' ? body : type === 'TSTypeLiteral' ? members : null;
    if (!Array.isArray(list)) continue;
    const methods = list.filter(isMethod);
    const nameOf = ({ key }: Method) => key.name ?? key.value;
    for (const method of methods) {
      const isOverload = methods.some((other) => other !== method && nameOf(other) === nameOf(method));
      if (method.returnType === null || isOverload) continue;
      const from = method.typeParameters?.start ?? text.indexOf('(', method.key.end);
      const { end } = method.returnType;
      edits.push({ at: from, end: from, text: ': { ' }, { at: end, end, text: ' }' });
    }
  }
  return edited(text, edits);
}
