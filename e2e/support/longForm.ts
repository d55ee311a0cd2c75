/** Whether the long forms were requested: `npm run e2e -- … --long`. */
export const isLong = process.env['LONG_FORM'] === 'on';

/** Marks a test that runs only in the long form: `npm test` covers its subject in a cheaper way. */
export const LONG = { tag: '@long' } as const;
