/**
 * The file of a build that lists the third-party code in its chunks, with the licences. Vite writes it (`build.license`);
 * derive combines all into `licences.txt` (shared/store/src/licences.ts). Code that is built apart from the chunks has its
 * own file, whose name ends like this.
 */
export const LICENCES = 'licences.json';
