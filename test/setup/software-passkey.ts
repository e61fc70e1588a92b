/** For tests: a passkey without a device. It signs what a browser would, with its counter as a test sets it. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8')
const base64 = (data: Buffer): string => data.toString('base64url')
/** CBOR: head of a text, of bytes */
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), bytes(value)])
const long = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value])

export interface SoftwarePasskey {
  readonly id: string
  counter: number
  /** what `navigator.credentials.create` answers */
  made(options: { readonly challenge: string }, site: { readonly host: string; readonly origin: string }): object
  /** what `navigator.credentials.get` answers */
  answer(challenge: string, site: { readonly host: string; readonly origin: string }): object
}

export function softwarePasskey(isUserVerified = true): SoftwarePasskey {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const cose = Buffer.concat([
    Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 32]),
    Buffer.from(y, 'base64url'),
  ])
  const one: SoftwarePasskey = {
    id: base64(id),
    counter: 0,
    made({ challenge }, { host, origin }) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const authData = Buffer.concat([headOf(host, 0x41, one.counter), attested])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        long(authData),
      ])
      const clientDataJSON = base64(bytes(JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false })))
      return shown(one.id, { clientDataJSON, attestationObject: base64(attestation), transports: ['internal'] })
    },
    answer(challenge, { host, origin }) {
      const authData = headOf(host, 1, one.counter)
      const client = bytes(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }))
      const signature = sign('sha256', Buffer.concat([authData, createHash('sha256').update(client).digest()]), privateKey)
      return shown(one.id, { clientDataJSON: base64(client), authenticatorData: base64(authData), signature: base64(signature) })
    },
  }
  /** hash of the site, flags (present, verified, with a key), counter */
  function headOf(host: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags | (isUserVerified ? 4 : 0)]), count])
  }
  return one
}

const shown = (id: string, response: object): object => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
