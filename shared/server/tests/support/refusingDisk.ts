import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

// `node --import`: lets flushes fail as soon as the data directory has a file "refuse".

const { fdatasyncSync } = fs;
fs.fdatasyncSync = (file) => {
  if (fs.existsSync(join(process.env['DATA_DIR'] ?? '', 'refuse')))
    throw new Error('EIO: i/o error, fdatasync');
  fdatasyncSync(file);
};
syncBuiltinESMExports();
