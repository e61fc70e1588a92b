/** Addresses and secrets of robots: encrypted by a key that comes from SECRET_KEY, bound to their organisation. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type House } from '#platform/server/area.ts'

const algorithm = 'aes-256-gcm'
/** AES-GCM: bytes of nonce and tag */
const [nonceBytes, tagBytes] = [12, 16]

function keyOf({ settings }: House): Buffer {
  if (!settings.secretKey) throw refuse.rule(sentence`没有设置 SECRET_KEY，机器人的地址无法加密保存，请联系系统管理员`)
  return Buffer.from(hkdfSync('sha256', settings.secretKey, '', 'notice channel', 32))
}

export function seal(house: House, orgId: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(house), nonce).setAAD(Buffer.from(orgId))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** Throws where the key is another one. */
export function unseal(house: House, orgId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(algorithm, keyOf(house), bytes.subarray(0, nonceBytes)).setAAD(Buffer.from(orgId))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}
