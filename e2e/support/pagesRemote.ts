import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { copySource, type Source } from './store.ts';

// A remote with every page feature of docs/own-a-remote.md (parameters, titles from data, prerendered addresses, navigation,
// files of its own), and with a page that does what the rules for pages advise against.

const visitors = { access: 'public' };
const members = { access: 'signed-in', signIn: '/auth' };

const DECLARATION = {
  name: 'notes',
  title: 'the notes',
  port: 5190,
  pages: [
    { path: '/notes', ...members, title: 'Notes' },
    { path: '/notes/new', ...members, title: 'New note' },
    { path: '/notes/:id', ...members, title: 'Note' },
    { path: '/help/:topic', ...visitors, title: 'Help', description: 'How to use notes.' },
    { path: '/help/*', ...visitors, title: 'All help' },
    { path: '/workshop', ...visitors, title: 'Workshop', sky: 'night' },
  ],
  navigation: [{ path: '/notes', label: 'Notes' }],
  budget: { gzip: 60_000 },
};

const FILES = {
  'remote.json': JSON.stringify(DECLARATION),
  'src/routes.tsx': `export const pages = {
  '/notes': async () => (await import('./notes.tsx')).NotesPage,
  '/notes/new': async () => (await import('./notes.tsx')).NewNotePage,
  '/notes/:id': async () => (await import('./notes.tsx')).NotePage,
  '/help/:topic': async () => (await import('./help.tsx')).HelpPage,
  '/help/*': async () => (await import('./help.tsx')).UntidyPage,
  '/workshop': async () => (await import('./workshop.tsx')).WorkshopPage,
};
`,
  // A note reads a file of public/, as it would read from a server of its team.
  'src/notes.tsx': `import { useEffect, useState } from 'react';
import { Link, useLocation, usePageTitle, useParams, useSearchParams } from '@space/platform';

export const NotesPage = () => (
  <main id="main"><h1>Notes</h1><Link to="/notes/1">First note</Link></main>
);
export const NewNotePage = () => <main id="main"><h1>New note</h1></main>;

const NOTES = new URL('/notes.json', import.meta.url).href;
let mounts = 0;

export function NotePage() {
  const { id = '' } = useParams();
  const { hash } = useLocation();
  const [search] = useSearchParams();
  const [mount] = useState(() => (mounts += 1));
  const [notes, setNotes] = useState<Record<string, string>>({});
  const title = notes[id] ?? null;
  usePageTitle(title);
  useEffect(() => {
    void fetch(NOTES).then((answer) => answer.json()).then(setNotes);
    return () => setNotes({});
  }, [id]);
  return (
    <main id="main">
      <h1>{title ?? 'A note'}</h1>
      <p>Mounted {mount}, color {search.get('color') ?? 'none'}, place {hash || 'none'}</p>
      <Link to={'/notes/' + (Number(id) + 1)}>Next note</Link>
      <Link to="/notes/new">Another note</Link>
    </main>
  );
}
`,
  'src/topics.ts': `export const topics: Record<string, { title: string; text: string }> = {
  start: { title: 'How to start', text: 'Press Add.' },
  tasks: { title: 'What a note is', text: 'A note is a line.' },
};
`,
  'src/prerender.ts': `import type { PrerenderedAddress } from '@space/federation';
import { topics } from './topics.ts';

export const addresses: PrerenderedAddress[] = Object.entries(topics).map(([name, { title, text }]) => ({
  address: '/help/' + name,
  title,
  description: text,
}));
`,
  'src/help.tsx': `import { useEffect } from 'react';
import { Link, usePageTitle, useParams } from '@space/platform';
import styles from './styles.module.css';
import { topics } from './topics.ts';

export function HelpPage() {
  const { topic = '' } = useParams();
  const found = topics[topic];
  usePageTitle(found?.title ?? null);
  return (
    <main id="main" className={styles.help}>
      <h1>{found?.title ?? 'No such help'}</h1>
      <p>{found?.text}</p>
      <Link to="/help/tasks">On notes</Link>
    </main>
  );
}

export function UntidyPage() {
  useEffect(() => {
    const { title } = document;
    document.title = 'Untidy!';
    document.body.style.overflow = document.documentElement.style.overflow = 'hidden';
    return () => {
      document.title = title;
    };
  }, []);
  return (
    <main id="main">
      <h1>Untidy</h1>
      <p>Below: {useParams()['*'] || 'nothing'}</p>
      <Link to="/workshop">Workshop</Link>
    </main>
  );
}
`,
  'src/workshop.tsx': `import { Suspense, lazy, useState } from 'react';
import { Link } from '@space/platform';
import styles from './styles.module.css';

const Advice = lazy(() => import('./Advice.tsx'));

export function WorkshopPage() {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <main id="main">
      <h1 className={styles.title}>Workshop</h1>
      <p className={styles.dog} role="img" aria-label="Dog" />
      <label>Draft <input /></label>
      <button type="button" onClick={() => setIsAsked(true)}>Advice</button>
      <Link to="/help/a/b">Untidy</Link>
      {isAsked && <Suspense fallback={null}><Advice /></Suspense>}
    </main>
  );
}
`,
  'src/Advice.tsx': 'export default () => <p>Write less.</p>;\n',
  'src/styles.module.css': `@font-face {
  font-family: 'Notes Mono';
  src: url('./mono.woff2') format('woff2');
}
.title { font-family: 'Notes Mono', monospace; }
.dog { width: 20px; height: 20px; background: url(/dog.svg); }
.help { padding: 3px; }
`,
  'public/notes.json': '{"1":"Milk","2":"Bread & butter","3":"Eggs"}',
  'public/dog.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><circle r="9" cx="10" cy="10" /></svg>',
};

/** Creates the source of that remote in a new folder. */
export function pagesRemote(): Source {
  const source = copySource('retro');
  const at = (file: string) => join(source.folder, file);
  rmSync(at('src'), { recursive: true });
  for (const folder of ['src', 'public']) mkdirSync(at(folder));
  source.edit('package.json', '@space/retro', '@space/notes');
  for (const [file, text] of Object.entries(FILES)) source.write(file, text);
  const { resolve } = createRequire(at('package.json'));
  copyFileSync(resolve('@fontsource/vt323/files/vt323-vietnamese-400-normal.woff2'), at('src/mono.woff2'));
  return source;
}
