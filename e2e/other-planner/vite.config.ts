import { remoteConfig } from '@space/federation/preset';
import remote from './remote.json' with { type: 'json' };

export default remoteConfig(remote);
