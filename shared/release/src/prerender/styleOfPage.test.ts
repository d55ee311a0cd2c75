import { expect, test } from 'vitest';
import { withoutForeignRules } from './styleOfPage.ts';

const SCRIPT = 'const styles = { row: "clock__Row__row__0a1b2", on: "clock__Row__is-on__0a1b2" };';

test.each([
  ['the page’s own module', '.clock__Row__row__0a1b2 > b:hover{color:red}'],
  ['the page’s own module, for a class that no script names', '.clock__Row__late__0a1b2{color:red}'],
  ['the page’s own animation', '@keyframes clock__Row__turn__0a1b2{to{rotate:1turn}}'],
  ['no module: a font', '@font-face{font-family:Clock;src:url(./clock.woff2)}'],
  ['no module: an element', '[data-world=clock] h1{color:red}'],
  ['two modules, one of them the page’s', '.clock__Row__row__0a1b2,.clock__Sum__sum__3c4d5{color:red}'],
  ['the page’s own module, with a nested rule', '.clock__Row__row__0a1b2{color:red;&:hover{color:blue}}'],
  ['no module: the order of layers', '@layer first,second;'],
])('keeps a rule of %s', (_what, rule) => {
  expect(withoutForeignRules(rule, SCRIPT)).toBe(rule);
});

test.each([
  ['another module', '.clock__Sum__sum__3c4d5{color:red}'],
  ['a module of the same name in another folder', '.clock__Row__row__3c4d5{color:red}'],
  ['another module’s animation', '@keyframes clock__Sum__turn__3c4d5{to{rotate:1turn}}'],
  [
    'another module, with the at-rules around it',
    '@media print{@supports (top:0){.clock__Sum__sum__3c4d5{top:0}}}',
  ],
])('removes a rule of %s', (_what, rule) => {
  const own = '.clock__Row__row__0a1b2{color:red}';
  expect(withoutForeignRules(`${own}${rule}${own}`, SCRIPT)).toBe(own + own);
});

test('keeps the sibling of a removed rule in the same at-rule', () => {
  const css = '@media print{.clock__Sum__sum__3c4d5{top:0}.clock__Row__row__0a1b2{top:0}}';
  expect(withoutForeignRules(css, SCRIPT)).toBe('@media print{.clock__Row__row__0a1b2{top:0}}');
});
