import { describeRemote } from '@space/federation/contractKit';
import declaration from '../remote.json';
import { routes } from './routes.tsx';

describeRemote({ declaration, routes });
