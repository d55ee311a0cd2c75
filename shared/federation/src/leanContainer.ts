import { extname, join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { namesOfShare } from './moduleNames.ts';
import { PLAIN_IMPORT } from './plainImport.ts';

/** The entry of a remote's build. */
const CONTAINER = 'virtual:space-container';
/** The chunk that contains it and the exposed module. */
const CHUNK = 'container';
const RESOLVED = `\0${CONTAINER}`;
const SHARE = '\0space-share:';
const HELPER = normalizePath(join(import.meta.dirname, `container${extname(import.meta.filename)}`));
/** Modules that every remote needs before its first page: in chunks of their own, each would cost a request. */
const OWN = new Set([RESOLVED, PLAIN_IMPORT, '\0rolldown/runtime.js']);

interface ContainerOptions {
  /** The exposed module: its name ('./routes') and its source, relative to the remote's folder. */
  exposed: { name: string; source: string };
  /** What the shell shares: import specifier → range. */
  shares: Readonly<Record<string, string>>;
}

/** The code of the remote's entry: it receives the shares and exposes the exports of the exposed module. */
function codeOfEntry({ exposed, shares }: ContainerOptions, names: readonly string[]): string {
  const specifiers = Object.keys(shares);
  const imports = specifiers.map((name, index) => `import { receive as b${index} } from '${SHARE}${name}';`);
  const receivers = specifiers.map((name, index) => `'${name}': b${index}`);
  return `
    import { createContainer } from '${HELPER}';
    import { ${names.join(', ')} } from '/${exposed.source}';
    ${imports.join('\n')}
    const container = createContainer({
      receivers: { ${receivers.join(', ')} },
      exposed: { '${exposed.name}': { ${names.join(', ')} } },
    });
    export const { init, get } = container;`;
}

/** The code that replaces a share: its exports get their values when the shell shares it. */
function codeOfShare(names: readonly string[]): string {
  const own = names.filter((name) => name !== 'default').map((name, index) => [name, `v${index}`] as const);
  return `
    let whole;
    ${own.map(([, variable]) => `let ${variable};`).join('')}
    export { whole as default, ${own.map(([name, variable]) => `${variable} as ${name}`).join(', ')} };
    export function receive(shared) {
      whole = shared.default ?? shared;
      ${own.map(([name, variable]) => `${variable} = shared.${name};`).join('\n')}
    }`;
}

/**
 * Builds our own container instead of the federation plugin's, which has 34 kB for cases that cannot occur here
 * (docs/decisions/003). Writes `remoteEntry.js`, and one chunk with the container and the exposed module.
 *
 * Takes what the remote exposes and needs. The build fails if the exposed module imports a share itself, since it runs
 * before anything is shared: pages must be imported lazily.
 */
export function leanContainer(options: ContainerOptions): Plugin {
  const { exposed, shares } = options;
  let routes = '';
  return {
    name: 'space-lean-container',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        rolldownOptions: {
          input: { remoteEntry: CONTAINER },
          preserveEntrySignatures: 'strict',
          output: {
            entryFileNames: '[name].js',
            codeSplitting: {
              groups: [{ name: CHUNK, test: (id) => OWN.has(id) || id.startsWith(SHARE) || id === routes }],
            },
          },
        },
      },
    }),
    configResolved({ root }) {
      routes = normalizePath(join(root, exposed.source));
    },
    resolveId(source) {
      if (source === CONTAINER) return RESOLVED;
      return source.startsWith(SHARE) ? source : Object.hasOwn(shares, source) ? SHARE + source : null;
    },
    async load(id) {
      if (id === RESOLVED) return codeOfEntry(options, (await this.load({ id: routes })).exports);
      if (!id.startsWith(SHARE)) return null;
      const specifier = id.slice(SHARE.length);
      const file = await this.resolve(specifier, undefined, { skipSelf: true });
      if (!file) this.error(`${specifier} is shared but not installed`);
      return codeOfShare(namesOfShare(specifier, file.id));
    },
    buildEnd() {
      const visit = (id: string, path: readonly string[]): void => {
        if (id.startsWith(SHARE)) {
          const by = path.map((part) => part.split('/').slice(-2).join('/')).join(' → ');
          this.error(
            `${id.slice(SHARE.length)} is needed before it is shared, by ${by}: import pages lazily`,
          );
        }
        if (!path.includes(id)) {
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) visit(next, [...path, id]);
        }
      };
      visit(routes, []);
    },
  };
}
