import { remoteConfig } from '@space/federation/preset';

export default remoteConfig({ name: 'retro', port: 5174 });
