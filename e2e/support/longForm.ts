/** Whether the long forms were asked for: `npm run e2e -- … --long`. */
export const isLong = process.env['LONG_FORM'] === 'on';

/** On a test that belongs to the long form alone: `npm test` shows what it is about in a cheaper way. */
export const LONG = { tag: '@long' } as const;
