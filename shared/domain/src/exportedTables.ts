/** The tables with rows of users, and the field of 'Download everything' that has them (docs/data.md, 'A new table'). */
export const EXPORTED_TABLES = { profiles: 'profile', tasks: 'tasks' } as const;
export type ExportedField = (typeof EXPORTED_TABLES)[keyof typeof EXPORTED_TABLES];
