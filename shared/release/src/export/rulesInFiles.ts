/** Adds the headers that the rules define for a path to the headers of its response. */
export type AddHeaders = (path: string, headers: Record<string, string>) => Record<string, string>;

/** A rewrite: matching paths are served from the target. */
export interface Rewrite {
  pattern: RegExp;
  target: string;
}

/** '/notes/:id/*' as a regular expression: the syntax that Netlify and Cloudflare share. */
const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replaceAll('.', String.raw`\.`)
      .replaceAll('*', '.*')
      .replaceAll(/:\w+/g, '[^/]+')}$`,
  );

/** Parses `_headers`: every matching rule applies; '! Name' removes a header. */
export function headerRules(text: string): AddHeaders {
  const rules: { pattern: RegExp; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('/')) rules.push({ pattern: patternOf(line), lines: [] });
    else if (line.trim() !== '') rules.at(-1)?.lines.push(line.trim());
  }
  return (path, headers) => {
    const all = { ...headers };
    for (const line of rules.filter(({ pattern }) => pattern.test(path)).flatMap(({ lines }) => lines)) {
      const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? [];
      if (name !== '') all[name] = value;
      else delete all[line.replace('! ', '')];
    }
    return all;
  };
}

/** Parses `_redirects`; an export contains only rewrites (status 200). */
export const redirectRules = (text: string): Rewrite[] =>
  text
    .split('\n')
    .map((line) => line.split(' '))
    .filter((words) => words.length === 3)
    .map(([from = '', target = '']) => ({ pattern: patternOf(from), target }));

interface VercelFile {
  headers: { source: string; headers: { key: string; value: string }[] }[];
  rewrites: { source: string; destination: string }[];
}

/** A source pattern of Vercel as a regular expression: ':name(…)' is the group in brackets, ':name' one path segment. */
const vercelPattern = (source: string) =>
  new RegExp(
    `^${source
      .replaceAll(/:\w+(?=\()/g, '')
      .replaceAll(/:\w+/g, '[^/]+')
      .replace('/(?', '/?(?')}$`,
  );

/** Parses the `vercel.json` of an export. */
export function vercelRules(text: string): { addHeaders: AddHeaders; rewrites: Rewrite[] } {
  const { headers, rewrites } = JSON.parse(text) as VercelFile;
  return {
    addHeaders: (path, own) => {
      const matching = headers.filter(({ source }) => vercelPattern(source).test(path));
      return {
        ...own,
        ...Object.fromEntries(matching.flatMap((one) => one.headers.map(({ key, value }) => [key, value]))),
      };
    },
    rewrites: rewrites.map(({ source, destination }) => ({
      pattern: vercelPattern(source),
      target: destination,
    })),
  };
}

interface StackFile {
  Resources: {
    Headers: {
      Properties: {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: {
            ContentSecurityPolicy: { ContentSecurityPolicy: string };
            ReferrerPolicy: { ReferrerPolicy: string };
            StrictTransportSecurity: { AccessControlMaxAgeSec: number };
          };
          CustomHeadersConfig: { Items: { Header: string; Value: string }[] };
        };
      };
    };
  };
}

/** The headers that CloudFront adds, from the stack template of an export. */
export function stackHeaders(text: string): Record<string, string> {
  const { Resources } = JSON.parse(text) as StackFile;
  const { SecurityHeadersConfig: own, CustomHeadersConfig } =
    Resources.Headers.Properties.ResponseHeadersPolicyConfig;
  return {
    'Content-Security-Policy': own.ContentSecurityPolicy.ContentSecurityPolicy,
    'Referrer-Policy': own.ReferrerPolicy.ReferrerPolicy,
    'Strict-Transport-Security': `max-age=${own.StrictTransportSecurity.AccessControlMaxAgeSec}`,
    'X-Content-Type-Options': 'nosniff',
    ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
  };
}
