import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
}

const isNode = (value: unknown): value is Node & Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function* nodesOf(value: unknown): Generator<Node & Record<string, unknown>> {
  if (Array.isArray(value)) {
    for (const one of value) yield* nodesOf(one);
  } else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) yield* nodesOf(child);
  }
}

interface Edit {
  at: number;
  /** Where what is replaced ends; `at` for an insertion. */
  end: number;
  text: string;
}

function edited(text: string, edits: readonly Edit[]): string {
  let result = '';
  let position = 0;
  for (const { at, end, text: replacement } of edits.toSorted((one, other) => one.at - other.at)) {
    result += text.slice(position, at) + replacement;
    position = end;
  }
  return result + text.slice(position);
}

const programOf = (text: string): unknown => parseSync('declarations.d.ts', text).program;

/** The module names that a declaration file refers to, `import('…')` types included, each with its place in the text. */
function references(text: string): { specifier: string; start: number; end: number }[] {
  const found = [];
  for (const { source } of nodesOf(programOf(text))) {
    if (!isNode(source) || typeof source['value'] !== 'string') continue;
    found.push({ specifier: source['value'], start: source.start, end: source.end });
  }
  return found;
}

/** The module names that a declaration file refers to, each once. */
export function specifiersIn(text: string): string[] {
  return [...new Set(references(text).map(({ specifier }) => specifier))];
}

/** Takes a declaration file and a function from module name to module name; returns the file with each name replaced. */
export function withSpecifiers(text: string, rename: (specifier: string) => string): string {
  return edited(
    text,
    references(text).map(({ specifier, start, end }) => ({
      at: start,
      end,
      text: `'${rename(specifier)}'`,
    })),
  );
}

interface Method extends Node {
  key: Node & { name?: string; value?: string };
  kind: string;
  computed: boolean;
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
      if (method.returnType === null) continue;
      if (methods.some((other) => other !== method && nameOf(other) === nameOf(method))) continue;
      const from = method.typeParameters?.start ?? text.indexOf('(', method.key.end);
      const { end } = method.returnType;
      edits.push({ at: from, end: from, text: ': { ' }, { at: end, end, text: ' }' });
    }
  }
  return edited(text, edits);
}
