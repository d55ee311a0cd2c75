import { remoteConfig } from '@space/federation/preset';
import declaration from './remote.json' with { type: 'json' };

export default remoteConfig(declaration);
