import { useEffect, useState } from 'react';
import { Link, useLocation, usePageTitle, useParams, useSearchParams } from '@space/platform';

const pageWith = (heading: string) => () => (
  <main id="main">
    <h1>{heading}</h1>
  </main>
);
export const NotesPage = pageWith('Notes');
export const NewNotePage = pageWith('New note');

/** A file of public/, as it would be a server of this team. */
const NOTES = new URL('/notes.json', import.meta.url).href;

export function NotePage() {
  const { id = '' } = useParams();
  const { hash } = useLocation();
  const [search] = useSearchParams();
  const [notes, setNotes] = useState<Record<string, string>>({});
  const title = notes[id] ?? null;
  usePageTitle(title);
  useEffect(() => {
    void fetch(NOTES).then(async (response) => setNotes(await response.json()));
    return () => setNotes({});
  }, [id]);
  return (
    <main id="main">
      <h1>{title ?? 'A note'}</h1>
      <p>{`Color ${search.get('color') ?? 'none'}, place ${hash || 'none'}`}</p>
      <Link to={`/notes/${Number(id) + 1}`}>Next note</Link>
    </main>
  );
}
