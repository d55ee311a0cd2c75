export const pages = {
  '/dashboard': async () => (await import('./AgendaPage.tsx')).AgendaPage,
  '/notes': async () => (await import('./notes.tsx')).NotesPage,
  '/notes/new': async () => (await import('./notes.tsx')).NewNotePage,
  '/notes/:id': async () => (await import('./notes.tsx')).NotePage,
  '/help/:topic': async () => (await import('./help.tsx')).HelpPage,
  '/help/*': async () => (await import('./help.tsx')).UntidyPage,
};
