/**
 * In a build: whose code its chunks hold, and under which licences. Vite writes it (`build.license`) from what it has bundled;
 * derive makes `licences.txt` of all (shared/store/src/licences.ts). What is built apart from the chunks has a file of its own,
 * whose name ends like this.
 */
export const LICENCES = 'licences.json';
