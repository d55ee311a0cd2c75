import { commentsOf, placeOf, type TextFile } from './repository.ts';

interface Word {
  pattern: RegExp;
  instead: string;
}

/** Words of names: they are looked for in code and in the names of files. */
export const NAMES: readonly Word[] = [
  { pattern: /\b(?:lent(?:[A-Z]\w*)?|LENT\w*|isLent\w*)\b/g, instead: 'shared' },
  { pattern: /\bbur(?:y|ied)(?:[A-Z]\w*)?\b/g, instead: 'signOutDeletedUser' },
  { pattern: /\bheed(?:[A-Z]\w*)?\b/g, instead: 'record' },
  { pattern: /\bwear(?:[A-Z]\w*)?\b/g, instead: 'activateStyles, has' },
  { pattern: /\b(?:patience(?:[A-Z]\w*)?|PATIENCE\w*)\b/g, instead: 'timeout' },
  { pattern: /\b(?:wish(?:[A-Z]\w*)?|(?:is)?Wish(?:es)?|WISH\w*)\b/g, instead: 'request, options' },
  { pattern: /\bmend(?:[A-Z]\w*)?\b/g, instead: 'fix, repair' },
];

/** Words of prose: they are looked for in comments and documentation. What the product says to people is not prose. */
export const PROSE: readonly Word[] = [
  { pattern: /\bsomebody\b/gi, instead: 'a person, a user, another' },
  // Not the account of that name: 'nobody'.
  { pattern: /(?<!['\w])nobody\b(?!')/gi, instead: 'no one, no user' },
  { pattern: /\bwho(?:so)?ever\b/gi, instead: 'the person who, anyone who' },
  { pattern: /\bheed(?:s|ed)?\b/gi, instead: 'record, respect' },
  { pattern: /\b(?:lent|lends?|lending)\b/gi, instead: 'shared, shares' },
  { pattern: /\b(?:bury|buries|buried)\b/gi, instead: 'sign out' },
  { pattern: /\b(?:wears?|wearing|wore)\b/gi, instead: 'has, shows' },
  { pattern: /\bpatience\b/gi, instead: 'timeout' },
  { pattern: /\bwish(?:es|ed|ing)?\b/gi, instead: 'request' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, instead: 'fix, repair' },
  { pattern: /\breckon(?:s|ed|ing)?\b/gi, instead: 'compute, count' },
  { pattern: /\b(?:stand|stands|standing|stood) in\b/gi, instead: 'is in, replaces' },
  { pattern: /\b(?:br(?:ings?|ought)|com(?:es?|ing)|came)(?: \w+)? to life\b/gi, instead: 'hydrate' },
];

const CODE = /\.(tsx?|mts|mjs|js|css)$/;

function find({ path, text }: TextFile, searched: string, words: readonly Word[]): string[] {
  return words.flatMap(({ pattern, instead }) =>
    [...searched.matchAll(pattern)].map(
      (match) => `${placeOf({ path, text }, match.index)} '${match[0]}': write ${instead}`,
    ),
  );
}

/** A line for each word that is not plain: names in code and of files, prose in comments and documentation. */
export function unplainWords(file: TextFile): string[] {
  if (/lint\/plainWords(\.test)?\.ts$/.test(file.path)) return [];
  const isCode = CODE.test(file.path);
  const name = file.path.split('/').at(-1) ?? '';
  const fileName = isCode ? find({ path: file.path, text: '' }, name, NAMES) : [];
  const names = isCode ? find(file, file.text, NAMES) : [];
  return [...new Set([...fileName, ...names, ...find(file, commentsOf(file), PROSE)])];
}
