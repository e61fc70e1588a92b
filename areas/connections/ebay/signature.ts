/** eBay's signature of a message (RFC 9421): Ed25519 over five lines. Pure but for the key. */
import { createPrivateKey, sign } from 'node:crypto'
import type { ApiRequest } from '../core/request.ts'

const parts = '("x-ebay-signature-key" "@method" "@path" "@authority")'

/** What is signed; `name` is the public key as eBay names it (JWE). */
export function signedText({ method, path }: Pick<ApiRequest, 'method' | 'path'>, host: string, name: string, parameters: string): string {
  const [bare = ''] = path.split('?')
  return [
    `"x-ebay-signature-key": ${name}`,
    `"@method": ${method}`,
    `"@path": ${bare}`,
    `"@authority": ${host}`,
    `"@signature-params": ${parameters}`,
  ].join('\n')
}

/** A key as it is pasted: PEM, or its base64 alone. */
function keyOf(pasted: string) {
  const bare = pasted.replaceAll(/-----[^-]+-----|\s/g, '')
  return createPrivateKey({ key: Buffer.from(bare, 'base64'), format: 'der', type: 'pkcs8' })
}

/** Whether a pasted key signs: Ed25519, private. */
export function isSigningKey(pasted: string): boolean {
  try {
    return keyOf(pasted).asymmetricKeyType === 'ed25519'
  } catch {
    // no key at all
    return false
  }
}

export function signatureOf(
  request: ApiRequest,
  host: string,
  privateKey: string,
  name: string,
  now: Date,
): Readonly<Record<string, string>> {
  const parameters = `${parts};created=${Math.floor(now.getTime() / 1_000)}`
  const signature = sign(null, Buffer.from(signedText(request, host, name.trim(), parameters)), keyOf(privateKey)).toString('base64')
  return {
    'x-ebay-signature-key': name.trim(),
    'x-ebay-enforce-signature': 'true',
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${signature}:`,
  }
}
