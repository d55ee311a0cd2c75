import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copySource, type Source } from './store.ts';

// A remote with every page feature of docs/own-a-remote.md (parameters, titles from data, prerendered addresses, navigation,
// files of its own), and with a page that does what the rules for pages advise against.

const members = { access: 'signed-in', signIn: '/auth' };

const DECLARATION = {
  name: 'notes',
  title: 'the notes',
  port: 5190,
  pages: [
    { path: '/notes', ...members, title: 'Notes' },
    { path: '/notes/new', ...members, title: 'New note' },
    { path: '/notes/:id', ...members, title: 'Note' },
    { path: '/help/:topic', access: 'public', title: 'Help', description: 'How to use notes.', sky: 'night' },
    { path: '/help/*', access: 'public', title: 'All help' },
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
};
`,
  // A note reads a file of public/, as it would read from a server of its team.
  'src/notes.tsx': `import { useEffect, useState } from 'react';
import { Link, useLocation, usePageTitle, useParams, useSearchParams } from '@space/platform';

export const NotesPage = () => <main id="main"><h1>Notes</h1></main>;
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
    </main>
  );
}
`,
  'src/prerender.ts': `const description = 'How to use notes.';
export const addresses = [
  { address: '/help/start', title: 'How to start', description },
  { address: '/help/tasks', title: 'What a note is', description },
];
`,
  'src/help.tsx': `import { Suspense, lazy, useEffect, useState } from 'react';
import { Link, usePageTitle, useParams } from '@space/platform';
import { addresses } from './prerender.ts';
import styles from './help.module.css';

const Advice = lazy(() => import('./Advice.tsx'));

export function HelpPage() {
  const { topic = '' } = useParams();
  const [isAsked, setIsAsked] = useState(false);
  const title = addresses.find(({ address }) => address === '/help/' + topic)?.title;
  usePageTitle(title ?? null);
  return (
    <main id="main" className={styles.help}>
      <h1>{title}</h1>
      <p className={styles.dog} role="img" aria-label="Dog" />
      <label>Draft <input /></label>
      <button type="button" onClick={() => setIsAsked(true)}>Advice</button>
      <Link to="/help/tasks">On notes</Link>
      {isAsked && <Suspense fallback={null}><Advice /></Suspense>}
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
      <p>Below: {useParams()['*']}</p>
      <Link to="/help/tasks">On notes</Link>
    </main>
  );
}
`,
  'src/Advice.tsx': 'export default () => <p>Write less.</p>;\n',
  'src/help.module.css': `@font-face {
  font-family: 'Notes Mono';
  src: url('@fontsource/vt323/files/vt323-vietnamese-400-normal.woff2') format('woff2');
}
.help { padding: 3px; font-family: 'Notes Mono', monospace; }
.dog { width: 20px; height: 20px; background: url(/dog.svg); }
`,
  'public/notes.json': '{"1":"Milk","2":"Bread & butter","3":"Eggs"}',
  'public/dog.svg': '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9" cx="10" cy="10" /></svg>',
};

/** Creates the source of that remote in a new folder. */
export function pagesRemote(): Source {
  const source = copySource('retro');
  rmSync(join(source.folder, 'src'), { recursive: true });
  source.edit('package.json', '@space/retro', '@space/notes');
  for (const [file, text] of Object.entries(FILES)) source.write(file, text);
  return source;
}
