/** How an application names itself where tokens are asked for. Pure. */
import type { Secret } from '#platform/server/records.ts'

export const basicOf = (clientId: string, secret: Secret): string =>
  `Basic ${Buffer.from(`${clientId}:${secret.use()}`).toString('base64')}`
