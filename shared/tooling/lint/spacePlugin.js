// Rules of our own for oxlint (docs/conventions: days are text; who may import what).
import { imports } from './imports.js';

function isNumeric(argument) {
  if (argument.type === 'Literal') return typeof argument.value === 'number';
  if (argument.type === 'BinaryExpression') return isNumeric(argument.left) || isNumeric(argument.right);
  if (argument.type === 'MemberExpression') return argument.object.name === 'Number';
  if (argument.type !== 'CallExpression') return false;
  const { callee } = argument;
  const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
  return ['now', 'getTime', 'UTC', 'valueOf', 'Number'].includes(name);
}

/** `new Date(text)` and `Date.parse` read a day as UTC midnight: one day early west of Greenwich. */
const noDateFromText = {
  create(context) {
    return {
      NewExpression(node) {
        if (node.callee.type !== 'Identifier' || node.callee.name !== 'Date' || node.arguments.length !== 1)
          return;
        if (!isNumeric(node.arguments[0])) {
          context.report({
            node,
            message: 'new Date(text) reads a day as UTC: use the functions of week.ts',
          });
        }
      },
      CallExpression(node) {
        const { object, property } = node.callee;
        if (object?.name === 'Date' && property?.name === 'parse')
          context.report({ node, message: 'Date.parse reads a day as UTC: use the functions of week.ts' });
      },
    };
  },
};

export default { meta: { name: 'space' }, rules: { 'no-date-from-text': noDateFromText, imports } };
