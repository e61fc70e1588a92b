/** Signatures as Standard Webhooks has them: HMAC-SHA256 over id, time and body, one of each live secret. Pure but for new secrets. */
import { createHmac, randomBytes } from 'node:crypto'

const mark = 'whsec_'
const secretBytes = 32
export const newSigningSecret = (): string => `${mark}${randomBytes(secretBytes).toString('base64')}`

export function signed(id: string, atMs: number, body: string, secrets: readonly string[]): Readonly<Record<string, string>> {
  const seconds = Math.floor(atMs / 1_000)
  const of = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.slice(mark.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map(secret => `v1,${of(secret)}`).join(' '),
  }
}
