import { remoteConfig } from '@space/federation/preset';

export default remoteConfig({ name: 'marketing', port: 5171 });
