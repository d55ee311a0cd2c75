export { ENDPOINTS } from './gateway/endpoints.ts';
export {
  createTestClient,
  killUnderLoad,
  startTestServer,
  type TestServer,
  type TestUser,
} from './testing/server.ts';
export * from './testing/process.ts';
