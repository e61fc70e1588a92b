/** Tables about files: which records hold which, and the codes that a phone uploads with. */
import { bigInteger, choice, dateTime, flag, json, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation, serverOnly } from '#platform/declare/scope.ts'

export const codeStates = {
  waiting: [0, '待上传', 'Waiting'],
  uploaded: [1, '已上传', 'Uploaded'],
  ended: [2, '已结束', 'Ended'],
} as const

export const qrUpload = resource('qr_upload', {
  title: ['扫码上传', 'Scan to upload'],
  access: { scope: serverOnly },
  fields: {
    /** sha256 of the code, hex: whoever reads the table can't upload with it */
    codeHash: text('二维码摘要', 'Hash of the code', { max: 64 }),
    accountId: bigInteger('账号', 'Account'),
    orgId: bigInteger('组织', 'Organisation'),
    uploadType: text('用途', 'Upload type', { max: 20 }),
    state: choice('状态', 'State', codeStates, { default: 0 }),
    /** ids of the stored files, in the order of the pictures */
    files: json<readonly string[]>('文件', 'Files', { optional: true }),
    expiresAt: dateTime('有效期至', 'Expires at'),
  },
  storage: { primary: ['codeHash'], index: [['expiresAt']] },
})

/** A record that holds a file: who may see the record may have the file (file-use.ts). */
export const fileUse = resource('file_use', {
  title: ['文件引用', 'File use'],
  access: { scope: ownOrganisation },
  fields: {
    fileId: reference('文件', 'File', 'stored_file'),
    tableName: text('表', 'Table'),
    recordId: text('记录', 'Record'),
    isOpen: flag('全组织可见', 'Open', { default: false }),
  },
  storage: { key: ['tableName', 'recordId', 'fileId', 'isOpen'], index: [['fileId']] },
})

export const tables = { fileUse, qrUpload }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof tables> {}
}
