/** Tables about files: which records hold which, and the codes that a phone uploads with. */
import { bigInteger, choice, dateTime, flag, integer, json, longText, reference, text, texts } from '#platform/declare/fields.ts'
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

/** How far the reading of a file has come (`reads` of a field), or why it has no text. */
export const readStates = {
  waiting: [0, '等待读取', 'Waiting to be read'],
  read: [1, '已读取', 'Read'],
  part: [2, '只读取了前面部分', 'Read in part: it is very long'],
  empty: [3, '没有文字（扫描件或图片）', 'No letters: a scan or a picture'],
  encrypted: [4, '有密码保护', 'Under a password'],
  broken: [5, '文件已损坏', 'Broken'],
  large: [6, '内容过大或解压后过大', 'Too large, or too large unpacked'],
  slow: [7, '读取超时', 'Took too long'],
  unknown: [8, '这种格式不能读取文字', 'No text is read of this format'],
} as const

/** The text of a stored file: by all its grams at once it is found, page by page the words are held against it. */
export const fileText = resource('file_text', {
  title: ['文件文字', 'Text of a file'],
  access: { scope: ownOrganisation },
  fields: {
    fileId: reference('文件', 'File', 'stored_file'),
    state: choice('状态', 'State', readStates, { default: 0 }),
    pages: integer('页数', 'Pages', { default: 0 }),
    grams: texts('字组', 'Grams', { optional: true, hidden: true, ledBy: 'all' }),
  },
  storage: { key: ['fileId'] },
})
export const filePage = resource('file_page', {
  title: ['文件页', 'Page of a file'],
  access: { scope: ownOrganisation },
  fields: {
    fileId: reference('文件', 'File', 'stored_file'),
    page: integer('页', 'Page'),
    /** folded (format/found-at.ts) */
    body: longText('文字', 'Text'),
  },
  storage: { key: ['fileId', 'page'] },
})

export const tables = { fileUse, qrUpload, fileText, filePage }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof tables> {}
}
