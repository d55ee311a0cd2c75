/** Whether the long forms were requested: `npm run e2e -- … --long`. */
export const isLong = process.env['LONG_FORM'] === 'on';
