import { expect, test } from '../support/test.ts';

test('a file that the page links to lists the third-party code and fonts of the site, each with its licence', async ({
  page,
  request,
}) => {
  await page.goto('/about');
  const address = await page.locator('head link[title="Licences"]').getAttribute('href');
  const response = await request.get(address ?? '');
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const [beginning, ...parts] = (await response.text()).split(`${'='.repeat(80)}\nIn: `);
  // A release without a list of licences would be named here, after the first sentence.
  expect(beginning?.trim()).toMatch(
    /^Licences of the code and the fonts of others [^\n]+\npackage, which [^\n]+$/,
  );
  const textsIn = (name: string) => parts.filter((part) => part.split('\n')[0]?.includes(name)).join('\n');
  for (const name of ['react', 'react-dom', 'react-router', 'workbox-routing'])
    expect(textsIn('shell')).toMatch(new RegExp(`^## ${name} - [\\d.]+ \\(MIT\\)\n\n\\S`, 'm'));
  expect(textsIn('planner')).toContain('## zustand - ');
  expect(textsIn('shell')).toContain('The Outfit Project Authors');
  expect(textsIn('retro')).toContain('The VT323 Project Authors');
  // Each has a licence, and its text.
  for (const [, heading = '', text = ''] of parts
    .join('\n')
    .matchAll(/^(## .*)\n([^]*?)(?=^## |$(?![^]))/gm)) {
    expect(heading).toMatch(/\(.+\)$/);
    expect(text.trim(), heading).not.toBe('');
  }
});
