import { describeRemote } from '@space/federation/contractKit';
import declaration from '../remote.json';
import { pages } from './routes.tsx';

describeRemote({ declaration, pages });
