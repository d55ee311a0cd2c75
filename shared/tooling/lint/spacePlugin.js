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
    const report = (node, what) =>
      context.report({ node, message: `${what} reads a day as UTC: use the functions of week.ts` });
    return {
      NewExpression(node) {
        const [value, ...others] = node.arguments;
        if (node.callee.name === 'Date' && value && others.length === 0 && !isNumeric(value))
          report(node, 'new Date(text)');
      },
      CallExpression(node) {
        const { object, property } = node.callee;
        if (object?.name === 'Date' && property?.name === 'parse') report(node, 'Date.parse');
      },
    };
  },
};

export default { meta: { name: 'space' }, rules: { 'no-date-from-text': noDateFromText, imports } };
