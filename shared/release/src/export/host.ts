import { fileOfPage } from '@space/store';
import type { Plan } from './planExport.ts';

/** The requirements of one kind of static host on an export. */
export interface Host {
  /** Its name, for people. */
  title: string;
  /** The file of a page in `site/`. */
  fileOf: (path: string) => string;
  /** It serves the `.br` and `.gz` files beside a file. */
  servesCompressed?: true;
  /** Adapts the HTML of a page. Takes the HTML and the plan. */
  page?: (html: string, plan: Plan) => string;
  /** Its configuration files, by their path in the export. Throws StoreError if it cannot express the plan. */
  files: (plan: Plan) => Record<string, string>;
  /** The commands of `upload.sh` after its header, and a description of its arguments. */
  upload: { words: string; commands: (plan: Plan) => string };
  /** The features that this host lacks, in addition to LACKS. */
  lacks: readonly string[];
}

/** 'about.html' for '/about': static hosts serve it directly at `/about`, whereas `about/index.html` causes a redirect. */
export const flatFileOf = (path: string): string => fileOfPage(path).replace(/\/index\.html$/, '.html');

/** The paths of the pages of a plan. */
export const pathsIn = ({ pages }: Pick<Plan, 'pages'>): string[] => pages.map(({ path }) => path);

/** The features that no static host has, because our server decides them for each request. */
export const LACKS: readonly string[] = [
  'Releases, rollbacks, canaries and switched-off remotes reach visitors with the next export and upload. Tokens of teams and releases over the network need our server.',
  'Canaries run on their share of devices, but nothing halts them or rolls back a failing release: events go to eventsUrl, or nowhere.',
  'No previews: their releases are not exported. No `noindex` for addresses with ?preview or ?override.',
  'Calendar feeds only if calendarUrl names a Better Space server; otherwise pages offer none.',
  'No gateway and no limits in front of the backend: a hosted project has its own (docs/go-live.md).',
  'No operator’s page, no outbox, no /healthz, /readyz and /metrics.',
];

/** The features that a host lacks if it serves flat files and configures headers by path. */
export const LACKS_OF_FLAT: readonly string[] = [
  'One Content-Security-Policy for all pages: it allows the inline parts of every page. Our server gives each page its own.',
  'For a missing file the page for unknown addresses is sent, with status 404; our server sends a line of text.',
];
