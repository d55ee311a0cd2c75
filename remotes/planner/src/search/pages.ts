import { PATHS } from '@space/domain';

/** The pages that the search offers, with the words that find them. */
const PAGES = [
  { title: 'Settings', path: PATHS.settings, words: 'settings account profile password data export' },
  { title: 'Pricing', path: PATHS.pricing, words: 'pricing plans' },
  { title: 'About Us', path: PATHS.about, words: 'about us team' },
  { title: 'Jobs', path: PATHS.jobs, words: 'jobs' },
  { title: 'Terms of Service', path: PATHS.terms, words: 'terms of service' },
  { title: 'Home', path: PATHS.home, words: 'home' },
  { title: 'Retro mode', path: PATHS.retro, words: 'retro mode' },
  { title: 'Retro week', path: PATHS.retroDashboard, words: 'retro week' },
  { title: 'Retro plans', path: PATHS.retroPricing, words: 'retro plans pricing' },
] as const;

export interface Page {
  title: string;
  path: string;
}

/** Takes the typed text; returns the pages that have a matching word (by its beginning) for each typed word. */
export function findPages(text: string): Page[] {
  const typed = text.trim().toLowerCase().split(/\s+/);
  return PAGES.filter(({ words }) => {
    const known = words.split(' ');
    return typed.every((word) => word !== '' && known.some((each) => each.startsWith(word)));
  });
}
