/** Whether the long forms were asked for: `npm run e2e -- … --every-view`. */
export const isEveryView = process.env['EVERY_VIEW'] === 'on';
