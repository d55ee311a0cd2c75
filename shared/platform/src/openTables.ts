import type { Backend, RowSchema, Table } from '@space/supabase';

/** Makes `createTables` of a page on a backend. Takes what loads the backend. */
export function createTablesWith(loadBackend: () => Promise<Pick<Backend, 'loadTables'>>) {
  return function createTables(remote: string) {
    const prefix = `${remote.replaceAll('-', '_')}_`;
    return function openTable<Row extends object>(name: string, schema: RowSchema<Row>): Table<Row> {
      const open = async () => (await (await loadBackend()).loadTables()).open(prefix + name, schema);
      return {
        list: async (query) => (await open()).list(query),
        insert: async (row) => (await open()).insert(row),
        update: async (id, change) => (await open()).update(id, change),
        remove: async (id) => (await open()).remove(id),
      };
    };
  };
}
