import { describe, expect, test } from 'vitest';
import { specifiersIn, withSpecifiers, withStrictMethods } from './declarations.ts';

const TEXT = `import type { Task } from '@space/domain';
export { session } from "./session.ts";
export * from './other.ts';
export declare const storage: import("@space/supabase").SafeStorage;
export declare const words: { from: "import 'this'" };
`;

describe('specifiersIn', () => {
  test('finds imports, re-exports and import types, and no text that looks like one', () => {
    expect(specifiersIn(TEXT)).toEqual(['@space/domain', './session.ts', './other.ts', '@space/supabase']);
  });
});

describe('withSpecifiers', () => {
  test('renames each and leaves the rest of the text as it was', () => {
    expect(withSpecifiers(TEXT, (specifier) => `<${specifier}>`))
      .toBe(`import type { Task } from '<@space/domain>';
export { session } from '<./session.ts>';
export * from '<./other.ts>';
export declare const storage: import('<@space/supabase>').SafeStorage;
export declare const words: { from: "import 'this'" };
`);
  });
});

describe('withStrictMethods', () => {
  test.each([
    ['interface A { add(task: Task): void; }', 'interface A { add: { (task: Task): void }; }'],
    ['type A = { add?(task: Task): void };', 'type A = { add?: { (task: Task): void } };'],
    ['interface A { pick<T>(value: T): T; }', 'interface A { pick: { <T>(value: T): T }; }'],
    ["interface A { 'a-b'(c: string): void }", "interface A { 'a-b': { (c: string): void } }"],
    [
      'interface A { open(): { close(hard: boolean): void }; }',
      'interface A { open: { (): { close: { (hard: boolean): void } } }; }',
    ],
    ['declare const a: { b(): void };', 'declare const a: { b: { (): void } };'],
  ])('writes %s', (text, strict) => expect(withStrictMethods(text)).toBe(strict));

  test.each([
    ['overloads', 'interface A { on(a: string): void; on(a: number): void }'],
    ['call signatures', 'interface A { (a: string): void; new (a: string): A }'],
    ['accessors', 'interface A { get size(): number; set size(value: number) }'],
    ['functions', 'declare function on(a: string): void;'],
  ])('leaves %s as they are', (_what, text) => expect(withStrictMethods(text)).toBe(text));
});
