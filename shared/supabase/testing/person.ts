import { randomUUID } from 'node:crypto';

export const PASSWORD = 'Passw0rd!';

export const newEmail = () => `${randomUUID()}@example.com`;
