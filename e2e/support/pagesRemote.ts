import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { newRemote, type Source } from './store.ts';

// A remote with every page feature of docs/own-a-remote.md: parameters, titles from data, prerendered addresses,
// navigation, and files of its own.

const DECLARATION = {
  name: 'notes',
  title: 'the notes',
  port: 5190,
  pages: [
    { path: '/notes', access: 'signed-in', signIn: '/auth', title: 'Notes' },
    { path: '/notes/new', access: 'signed-in', signIn: '/auth', title: 'New note' },
    { path: '/notes/:id', access: 'signed-in', signIn: '/auth', title: 'Note' },
    { path: '/help/:topic', access: 'public', title: 'Help', description: 'How to use notes.' },
    { path: '/help/*', access: 'public', title: 'All help' },
    { path: '/workshop', access: 'public', title: 'Workshop', sky: 'night' },
  ],
  navigation: [{ path: '/notes', label: 'Notes' }],
  budget: { gzip: 60_000 },
};

const ROUTES = `export const pages = {
  '/notes': async () => (await import('./NotesPage.tsx')).NotesPage,
  '/notes/new': async () => (await import('./NotesPage.tsx')).NewNotePage,
  '/notes/:id': async () => (await import('./NotePage.tsx')).NotePage,
  '/help/:topic': async () => (await import('./HelpPage.tsx')).HelpPage,
  '/help/*': async () => (await import('./NotesPage.tsx')).AllHelpPage,
  '/workshop': async () => (await import('./WorkshopPage.tsx')).WorkshopPage,
};
`;

const NOTES_PAGE = `import { Link, useParams } from '@space/platform';

export function NotesPage() {
  return (
    <main id="main">
      <h1>Notes</h1>
      <Link to="/notes/1">First note</Link>
      <Link to="/notes/new">Another note</Link>
    </main>
  );
}

export function NewNotePage() {
  return (
    <main id="main">
      <h1>New note</h1>
    </main>
  );
}

export function AllHelpPage() {
  return (
    <main id="main">
      <h1>All help</h1>
      <p>Below: {useParams()['*'] || 'nothing'}</p>
    </main>
  );
}
`;

const NOTE_PAGE = `import { useEffect, useState } from 'react';
import { Link, useLocation, usePageTitle, useParams, useSearchParams } from '@space/platform';

/** What the server of notes would answer: a file of public/. */
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
    setNotes({});
    let isWanted = true;
    void fetch(NOTES)
      .then((answer) => answer.json())
      .then((all: Record<string, string>) => isWanted && setNotes(all));
    return () => {
      isWanted = false;
    };
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
`;

const TOPICS = `export const topics: Record<string, { title: string; text: string }> = {
  start: { title: 'How to start', text: 'Press Add.' },
  tasks: { title: 'What a note is', text: 'A note is a line.' },
};
`;

const PRERENDER = `import type { PrerenderedAddress } from '@space/federation';
import { topics } from './topics.ts';

export const addresses: PrerenderedAddress[] = Object.entries(topics).map(([name, { title, text }]) => ({
  address: '/help/' + name,
  title,
  description: text,
}));
`;

const HELP_PAGE = `import { Link, usePageTitle, useParams } from '@space/platform';
import styles from './Help.module.css';
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
`;

const WORKSHOP_PAGE = `import { useEffect, useState } from 'react';
import styles from './Workshop.module.css';

const GUIDE = new URL('/guide.pdf', import.meta.url).href;

export function WorkshopPage() {
  const [guide, setGuide] = useState('');
  useEffect(() => setGuide(GUIDE), []);
  return (
    <main id="main">
      <h1 className={styles.title}>Workshop</h1>
      <p className={styles.dog} role="img" aria-label="Dog" />
      {guide !== '' && <a href={guide}>Guide</a>}
    </main>
  );
}
`;

const WORKSHOP_STYLES = `@font-face {
  font-family: 'Notes Mono';
  src: url('./mono.woff2') format('woff2');
}
.title {
  font-family: 'Notes Mono', monospace;
}
.dog {
  width: 20px;
  height: 20px;
  background: url(/dog.svg);
}
`;

const DOG = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><circle r="9" cx="10" cy="10" /></svg>`;

/** Creates the source of that remote in a new folder. */
export async function pagesRemote(): Promise<Source> {
  const source = await newRemote('notes');
  mkdirSync(join(source.folder, 'public'));
  const files: Record<string, string> = {
    'remote.json': JSON.stringify(DECLARATION, null, 2),
    'src/routes.tsx': ROUTES,
    'src/NotesPage.tsx': NOTES_PAGE,
    'src/NotePage.tsx': NOTE_PAGE,
    'src/HelpPage.tsx': HELP_PAGE,
    'src/Help.module.css': '.help { padding: 3px; }\n',
    'src/topics.ts': TOPICS,
    'src/prerender.ts': PRERENDER,
    'src/WorkshopPage.tsx': WORKSHOP_PAGE,
    'src/Workshop.module.css': WORKSHOP_STYLES,
    'public/notes.json': '{"1":"Milk","2":"Bread & butter","3":"Eggs"}',
    'public/dog.svg': DOG,
    'public/guide.pdf': '%PDF-1.4',
  };
  for (const [file, text] of Object.entries(files)) source.write(file, text);
  const { resolve } = createRequire(join(source.folder, 'package.json'));
  copyFileSync(
    resolve('@fontsource/vt323/files/vt323-vietnamese-400-normal.woff2'),
    join(source.folder, 'src/mono.woff2'),
  );
  return source;
}
