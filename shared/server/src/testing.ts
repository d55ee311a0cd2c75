export { ENDPOINTS } from './gateway/endpoints.ts';
export { createTestClient, startTestServer, type TestServer, type TestUser } from './testing/testServer.ts';
export {
  SHORT_LIVED,
  startServerProcess,
  type ServerProcess,
  type ServerProcessOptions,
} from './testing/serverProcess.ts';
