/** A line of a Containerfile: 'RUN' and what is behind it. */
export interface Line {
  word: string;
  rest: string;
}

/** The lines of a Containerfile without comments. It has one instruction a line. */
export function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    const [, word, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return word === undefined || rest === undefined ? [] : [{ word, rest }];
  });
}

/** COPY: its options, what is copied, and where. */
export function copyOf(rest: string) {
  const words = rest.split(' ');
  const option = (name: string) =>
    words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
  const [from = '', to = ''] = words.filter((word) => !word.startsWith('--'));
  return { stage: option('from'), owner: option('chown'), from, to };
}

/** ENV: names and values. */
export const environmentOf = (rest: string): Record<string, string> =>
  Object.fromEntries([...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));

/** A command in JSON, at the end of CMD and HEALTHCHECK. Throws for a shell's form. */
export function commandOf(rest: string): string[] {
  const words: unknown = JSON.parse(rest.slice(rest.indexOf('[')));
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  throw new Error(`Not a list of words: ${rest}`);
}

/** Whether `.dockerignore`, which podman reads as well, keeps a file of the repository out. Takes its text. */
export function ignores(text: string): (file: string) => boolean {
  const patterns = text.split('\n').filter((line) => line !== '');
  return (file) =>
    patterns.some((pattern) => {
      const anywhere = pattern.startsWith('**/');
      const name = pattern.replace('**/', '');
      return anywhere ? `/${file}/`.includes(`/${name}/`) : `${file}/`.startsWith(`${name}/`);
    });
}
