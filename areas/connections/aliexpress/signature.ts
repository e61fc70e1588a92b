/** AliExpress's signature: HMAC-SHA256 over the path (of calls that have one) and the sorted names and values. Pure. */
import { createHmac } from 'node:crypto'

export function signatureOf(path: string, values: Readonly<Record<string, string>>, secret: string): string {
  const told = Object.keys(values)
    .toSorted()
    .map(name => `${name}${values[name] ?? ''}`)
  return createHmac('sha256', secret)
    .update(path + told.join(''))
    .digest('hex')
    .toUpperCase()
}
export const signedQuery = (path: string, values: Readonly<Record<string, string>>, secret: string): string =>
  new URLSearchParams({ ...values, sign: signatureOf(path, values, secret) }).toString()
