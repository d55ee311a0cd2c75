import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LAYERS, PACKAGES, RESERVED } from './importTable.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TEST = /\.test\.tsx?$/;

const isIn = (file, folder) => new RegExp(`^${folder.replaceAll('*', '[^/]+')}/`).test(file);

/** The package of a file: its folder in shared/ or remotes/, else at the top. The benches are part of e2e. */
const packageOf = (file) => /^((shared|remotes)\/)?[^/]+/.exec(file)?.[0];

function longestFit(file) {
  const [folder] = Object.keys(PACKAGES)
    .filter((one) => isIn(file, one))
    .sort((one, other) => other.length - one.length);
  return PACKAGES[folder];
}

function relativeFault(file, target) {
  if (packageOf(target) !== packageOf(file)) return "Go through the package's own door, by its name.";
  const source = Object.keys(LAYERS).find((folder) => isIn(file, folder));
  if (!source || TEST.test(file) || !isIn(target, source)) return null;
  const [from, to] = [file, target].map((path) => {
    const rest = path.slice(source.length + 1);
    return rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : '.';
  });
  const layers = LAYERS[source];
  if (from === to || (from === '.' && layers.includes(to))) return null;
  if (layers.slice(0, Math.max(0, layers.indexOf(from))).includes(to)) return null;
  return `See LAYERS of importTable.js: '${from}' may not import '${to}' in ${source}.`;
}

function packageFault(file, specifier) {
  const [, name, door] = /^@space\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (door?.startsWith('src/')) return "Go through the package's own door, by its name.";
  if (TEST.test(file)) return null;
  const rule = longestFit(file);
  if (name !== undefined) {
    const doors = door === undefined ? [name] : [`${name}/*`, `${name}/${door}`];
    if (!rule || doors.some((one) => rule.ours.split(' ').includes(one))) return null;
    return 'See PACKAGES of importTable.js: this package may not import that one.';
  }
  if (rule?.runsIn === 'browser' && specifier.startsWith('node:')) return 'This code runs in the browser.';
  const reserved = Object.keys(RESERVED).find((one) => specifier === one || specifier.startsWith(`${one}/`));
  return reserved && rule && !rule.theirs.split(' ').includes(reserved) ? RESERVED[reserved] : null;
}

/** Every import is one that the tables of importTable.js allow, types and lazy imports included. */
export const imports = {
  create(context) {
    const inRepository = (path) => relative(ROOT, path).replaceAll(sep, '/');
    const file = inRepository(context.filename);
    const check = ({ source }) => {
      const specifier = source?.value;
      if (typeof specifier !== 'string') return;
      const target = inRepository(resolve(dirname(context.filename), specifier));
      const message = specifier.startsWith('.') ? relativeFault(file, target) : packageFault(file, specifier);
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};
