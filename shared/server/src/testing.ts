export { makeCertificate } from './testing/certificate.ts';
export { createTestClient, startTestServer, type TestServer, type TestUser } from './testing/testServer.ts';
export {
  startServerProcess,
  type ServerProcess,
  type ServerProcessOptions,
} from './testing/serverProcess.ts';
