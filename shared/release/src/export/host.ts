import { fileOfPage } from '@space/store';
import type { Plan } from './planExport.ts';

/** What one kind of host wants of an export. */
export interface Host {
  /** What people call it. */
  title: string;
  /** The file of a page in `site/`. */
  fileOf: (path: string) => string;
  /** It passes some paths on to a server of ours. */
  passesOn?: true;
  /** It sends `.br` and `.gz` that lie beside a file. */
  sendsForms?: true;
  /** What it needs inside a page. Takes the HTML and the plan. */
  page?: (html: string, plan: Plan) => string;
  /** Its own files, by their path in the export. Throws StoreError for what it cannot express. */
  files: (plan: Plan) => Record<string, string>;
  /** The commands of `upload.sh` behind its head, and the words that it takes. */
  upload: { words: string; commands: (plan: Plan) => string };
  /** What this way does not have besides what no host of files has. */
  lacks: readonly string[];
}

/** 'about.html' for '/about': hosts of files answer `/about` with it at once, and `about/index.html` with a redirect. */
export const flatFileOf = (path: string): string => fileOfPage(path).replace(/\/index\.html$/, '.html');

/** The paths of the pages of a plan. */
export const pathsIn = ({ pages }: Pick<Plan, 'pages'>): string[] => pages.map(({ path }) => path);

/** What a server of ours decides with each request, and no host of files does. */
export const LACKS: readonly string[] = [
  'Releases, rollbacks, canaries and switched-off remotes reach visitors with the next export and upload. Tokens of teams and releases over the network need our server.',
  'Canaries are tried by their share of devices, but no one halts them, and no live release is taken back: events go where eventsUrl says, or nowhere.',
  'No previews: their releases stay out. No `noindex` for addresses with ?preview or ?override.',
  'Calendar feeds only where calendarUrl names a server of ours; otherwise pages offer none.',
  'No gateway and no limits in front of the backend: a hosted project has its own (docs/hosted-supabase.md).',
  'No operator’s page, no outbox, no /healthz, /readyz and /metrics.',
];

/** What a host that is told headers by path does not have. */
export const LACKS_OF_FLAT: readonly string[] = [
  'One Content-Security-Policy for all pages: it allows what any of them has inline. Our server gives each page its own.',
  'A file that is missing is answered with the page for unknown addresses, and status 404; our server sends a line of text.',
];
