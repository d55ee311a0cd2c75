import { describe, expect, test } from 'vitest';
import { overlap, pageOf } from './pagePath.ts';

const PATHS = [
  '/',
  '/notes',
  '/notes/new',
  '/notes/:id',
  '/notes/:id/edit',
  '/notes/:id/:part',
  '/notes/:id/*',
  '/help/*',
  '/help/:topic',
];
const pages = PATHS.map((path) => ({ path }));

describe('the page at an address', () => {
  test.each([
    ['/', '/'],
    ['/notes', '/notes'],
    ['/notes/new', '/notes/new'],
    ['/notes/1', '/notes/:id'],
    ['/notes/a%20b', '/notes/:id'],
    ['/notes/new/edit', '/notes/:id/edit'],
    ['/notes/1/edit', '/notes/:id/edit'],
    ['/notes/1/2', '/notes/:id/:part'],
    ['/notes/1/2/3', '/notes/:id/*'],
    ['/help', '/help/*'],
    ['/help/start', '/help/:topic'],
    ['/help/start/here', '/help/*'],
  ])('%s is %s', (address, path) => {
    expect(pageOf(pages, address)?.path).toBe(path);
  });

  test.each([
    ...['/notes/', '/notes/1/', '/help/start/'],
    // A parameter may be escaped where it must be, in either case; our paths never are.
    ...['/notes/caf%C3%A9', '/notes/caf%c3%a9', '/notes/a%20b', '/notes/100%25', '/notes/a,b;c=d'],
  ])('%s has a page', (address) => {
    expect(pageOf(pages, address)).toBeDefined();
  });

  test.each([
    ...['/note', '/notesx/1', '/Notes/1', '/notes//2', '/help//x', '/tasks/1', ''],
    ...['//', '/notes//', '//notes', '/notes/1//', '/./notes', '/notes/.', '/notes/..', '/notes/.x/y'],
    ...['/index.html', '/notes/index.html', '/notes/1/index.html', '/index', '/404.html', '/NOTES'],
    ...['/%6eotes', '/%6Eotes', '/notes/%6eew', '/notes/x%2Dy', '/notes/%7e', '/notes%2F1', '/notes/a%2fb'],
    ...[
      '/notes/%2e',
      '/notes/%2E%2e',
      '/notes/a%5Cb',
      '/notes/a\\b',
      '/notes/%00',
      '/notes/%0d',
      '/notes/%7F',
    ],
    ...['/notes/%ff', '/notes/%E0%A4%A', '/notes/%', '/notes/%zz', '/notes/%c0%ae'],
  ])('%j has no page', (address) => {
    expect(pageOf(pages, address)).toBeUndefined();
  });

  test.each(['/notes/logo.png', '/help/a/app.js', '/notes/x%2Ejs'])('%s is a file, not a page', (address) => {
    expect(pageOf(pages, address)).toBeUndefined();
  });

  test.each(PATHS)('%s matches itself', (path) => {
    expect(pageOf(pages, path)?.path).toBe(path);
  });
});

describe('two paths', () => {
  test.each([
    ['/notes', '/notes'],
    ['/notes/:id', '/notes/new'],
    ['/notes/:id', '/notes/:name'],
    ['/notes/*', '/notes'],
    ['/notes/*', '/notes/new/more'],
    ['/notes/*', '/notes/:id'],
    ['/notes/:id/edit', '/notes/new/:part'],
    ['/notes/:id/*', '/notes/new'],
  ])('%s and %s have an address in common', (one, other) => {
    expect(overlap(one, other)).toBe(true);
    expect(overlap(other, one)).toBe(true);
  });

  test.each([
    ['/notes', '/note'],
    ['/notes/:id', '/notes'],
    ['/notes/:id', '/notes/new/more'],
    ['/notes/:id/*', '/notes'],
    ['/notes/:id', '/tasks/:id'],
    ['/notes/:id/edit', '/notes/new/more'],
    ['/notes/*', '/'],
  ])('%s and %s have no address in common', (one, other) => {
    expect(overlap(one, other)).toBe(false);
    expect(overlap(other, one)).toBe(false);
  });
});
