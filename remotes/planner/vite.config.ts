import { remoteConfig } from '@space/federation/preset';

export default remoteConfig({ name: 'planner', port: 5172 });
