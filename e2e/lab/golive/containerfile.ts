/** A line of a Containerfile: an instruction such as 'RUN', and its arguments. */
export interface Line {
  word: string;
  rest: string;
}

/** The lines of a Containerfile without comments. It must have one instruction a line. */
export function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    const [, word, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return word === undefined || rest === undefined ? [] : [{ word, rest }];
  });
}

/** Parses the arguments of COPY: its options, source and target. */
export function copyOf(rest: string) {
  const words = rest.split(' ');
  const option = (name: string) =>
    words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
  const [from = '', to = ''] = words.filter((word) => !word.startsWith('--'));
  return { stage: option('from'), owner: option('chown'), from, to };
}

/** Parses the arguments of ENV: names and values. */
export const environmentOf = (rest: string): Record<string, string> =>
  Object.fromEntries([...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));

/** Parses the JSON command at the end of CMD and HEALTHCHECK. Throws if it is in shell form. */
export function commandOf(rest: string): string[] {
  const words: unknown = JSON.parse(rest.slice(rest.indexOf('[')));
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  throw new Error(`Not a list of words: ${rest}`);
}

/** Takes the text of `.dockerignore`, which podman also reads. Returns a function: whether it excludes a file. */
export function ignores(text: string): (file: string) => boolean {
  const patterns = text.split('\n').filter((line) => line !== '');
  return (file) =>
    patterns.some((pattern) => {
      const anywhere = pattern.startsWith('**/');
      const name = pattern.replace('**/', '');
      return anywhere ? `/${file}/`.includes(`/${name}/`) : `${file}/`.startsWith(`${name}/`);
    });
}
