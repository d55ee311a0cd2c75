import { describeRemote } from '@space/federation/contractKit';
import declaration from '../remote.json';
import { routes, slots } from './routes.tsx';

describeRemote({ declaration, routes, slots });
