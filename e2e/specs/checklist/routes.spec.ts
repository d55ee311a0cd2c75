import { expect, test } from '../../support/test.ts';

// Rule page-owners: the table of pages. Their headings, main parts and the button to retro are looked at in
// accessibility.spec.ts, who is sent where in auth.spec.ts, the words of each page in the file of its name.

const OUTSIDE = ['/', '/auth', '/about', '/jobs', '/terms', '/pricing', '/rocket', '/dashboard', '/settings'];
const RETRO = ['/retro', '/retro/auth', '/retro/pricing', '/retro/dashboard'];

test('the HTML of every page has a title of its own', async ({ request }) => {
  const titles = new Set<string>();
  for (const path of [...OUTSIDE, ...RETRO]) {
    const html = await (await request.get(path)).text();
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
    expect(title, path).toMatch(/^Better Space — \S/);
    expect(titles, path).not.toContain(title);
    titles.add(title);
  }
});
