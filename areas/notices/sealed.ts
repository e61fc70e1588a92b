/** Addresses and secrets of robots, in the envelope of all encrypted texts; those of before it are opened as they were sealed. */
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type House, type KeyedTable } from '#platform/server/area.ts'
import { keyName, openEnvelope, sealEnvelope } from '#platform/server/database.ts'

const algorithm = 'aes-256-gcm'
/** AES-GCM: bytes of nonce and tag */
const [nonceBytes, tagBytes] = [12, 16]

function secretOf({ settings }: House): string {
  if (!settings.secretKey) throw refuse.rule(sentence`没有设置 SECRET_KEY，机器人的地址无法加密保存，请联系系统管理员`)
  return settings.secretKey
}
/** address and signing secret alike: a robot has both of one organisation */
const placeOf = (orgId: string) => ({ orgId, table: 'notice_channel', column: 'address' })

export const seal = (house: House, orgId: string, text: string): string => sealEnvelope(secretOf(house), placeOf(orgId), text)

/** Throws where the key is another one. */
export const unseal = (house: House, orgId: string, sealed: string): string => unsealWith(secretOf(house), orgId, sealed)

function unsealWith(secretKey: string, orgId: string, sealed: string): string {
  // the older form has no dot
  if (sealed.includes('.')) return openEnvelope(secretKey, placeOf(orgId), sealed)
  const bytes = Buffer.from(sealed, 'base64')
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'notice channel', 32))
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes)).setAAD(Buffer.from(orgId))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}

export const robotsKeyed: KeyedTable = {
  title: ['群机器人', 'Chat robots'],
  table: 'notice_channel',
  key: ['id'],
  columns: ['org_id', 'address', 'secret'],
  reseal: (row, from, to) => {
    const orgId = row['org_id'] ?? ''
    const again = (['address', 'secret'] as const).flatMap(column => {
      const sealed = row[column] ?? null
      const stands = sealed === null || sealed.split('.')[1] === keyName(to)
      return stands ? [] : [[column, sealEnvelope(to, placeOf(orgId), unsealWith(from, orgId, sealed))] as const]
    })
    return again.length === 0 ? null : Object.fromEntries(again)
  },
}
