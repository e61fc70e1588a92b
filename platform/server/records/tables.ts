/** Tables of the one writer: running numbers, and authors that nobody may know. */
import { bigInteger, integer, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation, serverOnly } from '#platform/declare/scope.ts'

/** The number given last, by kind and period: `GD`, `202611`. */
export const recordNumber = resource('record_number', {
  title: ['流水号', 'Running number'],
  access: { scope: ownOrganisation },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    kind: text('种类', 'Kind', { max: 20 }),
    period: text('期间', 'Period', { max: 6 }),
    last: integer('最后的号', 'Last'),
  },
  storage: { primary: ['orgId', 'kind', 'period'] },
})

/** Who made a record whose author is sealed (sealed-author.ts). Without the key it tells nothing. */
export const sealedAuthor = resource('sealed_author', {
  title: ['密封的作者', 'Sealed author'],
  access: { scope: serverOnly },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    subject: text('对象', 'Subject'),
    recordId: text('记录', 'Record'),
    /** HMAC-SHA-256 of organisation, kind of record and account, hex */
    authorHash: text('作者摘要', 'Hash of the author', { max: 64, hidden: true }),
    /** AES-256-GCM of the account's id: nonce, tag, cipher, base64 */
    cipher: text('作者密文', 'Cipher of the author', { max: 100, hidden: true }),
  },
  storage: { primary: ['subject', 'recordId'], index: [['subject', 'authorHash']] },
})

export const recordTables = { recordNumber, sealedAuthor }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof recordTables> {}
}
