import { expect, test } from '../support/test.ts';

test('a file that the page links to lists the third-party code and fonts of the site, each with its licence', async ({
  page,
  request,
}) => {
  await page.goto('/about');
  const address = await page.locator('head link[title="Licences"]').getAttribute('href');
  const response = await request.get(address ?? '');
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const [beginning, ...parts] = (await response.text()).split(`${'='.repeat(80)}\n`);
  // A release without a list of licences would be named here, after the first sentence.
  expect(beginning?.trim()).toMatch(
    /^Licences of the code and the fonts of others [^\n]+\npackage, which [^\n]+$/,
  );
  const read = parts.map((part) => /^(.+)\nIn: (.+)\n\n([^]*)$/.exec(part));
  const found = read.map((part) => [part?.[1]?.replace(/(?<=.) [\d.]+ \(.*/, '') ?? '', part?.[2]] as const);
  expect(Object.fromEntries(found)).toMatchObject({
    react: 'shell',
    'react-dom': 'shell',
    'react-router': 'shell',
    'workbox-routing': 'shell',
    zustand: expect.stringContaining('planner'),
    'The font outfit': expect.stringContaining('shell'),
    'The font vt323': 'retro',
  });
  for (const part of read) expect(part?.[3]?.trim() ?? '', part?.[1]).not.toBe('');
  expect(parts.join('')).not.toContain('no licence is named');
});
