export { ENDPOINTS } from './gateway/endpoints.ts';
export { createTestClient, startTestServer, type TestServer, type TestUser } from './testing/server.ts';
export * from './testing/process.ts';
