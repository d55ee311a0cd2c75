import { remoteConfig } from '@space/federation/preset';

export default remoteConfig({ name: 'settings', port: 5173 });
