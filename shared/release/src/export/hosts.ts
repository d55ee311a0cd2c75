import { addressesOf, isPattern, pageOf } from '@space/federation';
import { IMMUTABLE_CACHE, fileOfPage, patternsOf, storeError } from '@space/store';

export interface Site {
  url: string;
  /** The headers of every response: name → value. */
  headers: Readonly<Record<string, string>>;
  paths: readonly string[];
}

/** Where the configurations expect the public folder of an export. */
const ROOT = '/srv/better-space/site';
/** The limit of Cloudflare; Netlify documents none. */
const LONGEST_LINE = 2000;

/** 'about.html' for '/about': every host serves it at that address, whereas `about/index.html` causes a redirect. */
export const flatFileOf = (path: string): string => fileOfPage(path).replace(/\/index\.html$/, '.html');

const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
const indented = (by: string, lines: readonly string[]) => lines.map((line) => `${by}${line}\n`).join('');

/**
 * `_headers` of Cloudflare Pages and Netlify. Only releases get Cache-Control: these hosts join the values of two matching
 * rules, and revalidate other files by default. Throws StoreError if a line is too long for them.
 */
export function headersFile({ headers }: Pick<Site, 'headers'>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  const long = lines.find(({ length }) => length > LONGEST_LINE);
  if (long !== undefined)
    throw storeError(
      `A host with _headers reads lines of at most ${LONGEST_LINE} characters, but this one has ${long.length}: ${long.slice(0, 60)}…`,
    );
  const releases = ['/remotes/:name/:version/*', '/shell/:version/*'];
  const immutable = releases.flatMap((path) => [path, `  Cache-Control: ${IMMUTABLE_CACHE}`]);
  return ['/*', ...lines, ...immutable, ''].join('\n');
}

/** `_redirects` of the same hosts: the file of addresses with parameters. Cloudflare follows the first matching line. */
export function redirectsFile({ paths }: Pick<Site, 'paths'>): string {
  const patterns = patternsOf(paths).map((path) => ({ path }));
  const below = paths.filter((path) => !isPattern(path) && pageOf(patterns, path) !== undefined);
  const bare = patterns
    .filter(({ path }) => path.endsWith('/*'))
    .map(({ path }) => [path.slice(0, -2), path] as const)
    .filter(([address]) => !paths.includes(address));
  const own = [...below, ...patterns.map(({ path }) => path)].map((path) => [path, path] as const);
  return [...bare, ...own]
    .map(([from, path]) => `${from} /${flatFileOf(path).replace(/\.html$/, '')} 200\n`)
    .join('');
}

/** The start of an address that a redirect may repeat: browsers take '/\x', and '/' with a tab before another '/', for a host. */
const REPEATABLE = String.raw`/[^/\x5c[:cntrl:]]`;

/** A server block of nginx (1.18 or newer). */
export function nginxFile({ url, headers, paths }: Site): string {
  const all = Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
  const locations = patternsOf(paths).map(
    (path) => `location ~ "^${addressesOf(path)}$" { try_files $uri.html /${flatFileOf(path)} =404; }`,
  );
  return `# An export of Better Space: copy its folder site to ${ROOT}, and this file to /etc/nginx/conf.d.
# The Content-Security-Policy depends on the pages: copy this file with each export. \`certbot --nginx\` adds TLS.
map "$status:$uri" $better_space_caching {
    default "no-cache";
    # Files of a release never change. Only those that exist: a missing one may be added later.
    "~^(200|206|304):/(remotes/[^/]+|shell)/[^/]+/" "${IMMUTABLE_CACHE}";
}
server {
    listen 80;
    server_name ${new URL(url).host};
    root ${ROOT};
    absolute_redirect off;
    # All headers stand here: a location with one of its own would lose these.
${indented('    ', all)}    add_header Cache-Control $better_space_caching always;
    gzip on;
    gzip_static on;
    gzip_vary on;
    gzip_types application/json application/xml image/svg+xml text/plain;

    error_page 404 /404.html;
    location ~ /\\. { return 404; }
    location ~ \\.html$ { internal; }
    # A missing script is no page.
    location ~ ^/(remotes|shell)/ {
        try_files $uri @missing;
    }
    location @missing {
        default_type text/plain;
        return 404 "Not found";
    }
    location = / { try_files /index.html =404; }
    location ~ ^(?<better_space_page>${REPEATABLE}.*)/$ { return 301 $better_space_page; }
${indented('    ', locations)}    location / { try_files $uri $uri.html =404; }
}
`;
}

/** A site of Caddy (2.6 or newer), which sees to TLS itself. */
export function caddyFile({ url, headers, paths }: Site): string {
  const all = Object.entries(headers).map(([name, value]) => `${name} ${quoted(value)}`);
  const pages = patternsOf(paths).flatMap((path, index) => [
    `@page${index} {`,
    `\tpath_regexp ^${addressesOf(path)}$`,
    `\tnot file {path}.html`,
    `}`,
    `rewrite @page${index} /${flatFileOf(path)}`,
  ]);
  return `# An export of Better Space: copy its folder site to ${ROOT}, and this file with each export.
${new URL(url).host} {
	root * ${ROOT}
	encode gzip
	header {
${indented('\t\t', all)}		?Cache-Control no-cache
	}
	# Files of a release never change. Only those that exist: a missing one may be added later.
	@release {
		path_regexp ^/(remotes/[^/]+|shell)/[^/]+/.
		file
	}
	header @release Cache-Control "${IMMUTABLE_CACHE}"
	@ending path_regexp ending ^(${REPEATABLE}.*?)(/|\\.html)$
	redir @ending {re.ending.1} permanent
${indented('\t', pages)}	try_files {path} {path}.html
	file_server {
		precompressed br gzip
		hide .*
	}
	handle_errors {
		header Cache-Control no-cache
		@file path /remotes/* /shell/*
		handle @file {
			respond "Not found" 404
		}
		handle {
			rewrite * /404.html
			file_server
		}
	}
}
`;
}
