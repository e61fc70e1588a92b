import { inChinese } from '#platform/declare/sentence.ts'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, test } from 'vitest'
import type { Context } from '../contract/context.ts'
import { keepUpload } from './keep-upload.ts'
import { localFileStore } from './local-store.ts'
import { SERVED, sniff, type FileType } from '../base/sniff.ts'
import { FileMissing, FileTooLarge } from './store.ts'
import { inspectUpload, isUploadType, UPLOAD_RULES } from './upload-rules.ts'

async function* chunks(...parts: (Buffer | Error)[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (part instanceof Error) throw part
    yield part
  }
}
const newRoot = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'store-')), 'files')
const limit = { bytesMax: 1_000_000 }

test('bytes whose row can not be written go again', async () => {
  const root = await newRoot()
  const context = {
    caller: { orgId: '1', accountId: '1' },
    house: { files: localFileStore(root) },
    write: () => Promise.reject(new Error('connection lost')),
  } as unknown as Context
  await expect(keepUpload(context, { name: 'a.csv', contentType: 'text/csv', content: ['a,b'] })).rejects.toThrow('connection lost')
  const left = await readdir(root, { recursive: true, withFileTypes: true })
  expect(left.filter(one => one.isFile())).toEqual([])
})

describe('local store', () => {
  it('keeps bytes and answers them whole or in part', async () => {
    const store = localFileStore(await newRoot())
    const bytes = randomBytes(300_000)
    expect(await store.put('018f-Ab_1', chunks(bytes.subarray(0, 100_000), bytes.subarray(100_000)), limit)).toEqual({
      size: 300_000,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect((await buffer(await store.get('018f-Ab_1'))).equals(bytes)).toBe(true)
    expect((await buffer(await store.get('018f-Ab_1', { start: 10, end: 19 }))).equals(bytes.subarray(10, 20))).toBe(true)
    expect((await buffer(await store.get('018f-Ab_1', { start: 299_990 }))).length).toBe(10)
    const copy = await store.localCopy('018f-Ab_1')
    expect((await readFile(copy.path)).equals(bytes)).toBe(true)
    await copy.release()
    expect([await store.exists('018f-Ab_1'), await store.size('018f-Ab_1')]).toEqual([true, 300_000])
    await store.delete('018f-Ab_1')
    await store.delete('018f-Ab_1')
    expect(await store.size('018f-Ab_1')).toBeNull()
  })

  it('leaves nothing of a stream that breaks or is too long', async () => {
    const root = await newRoot()
    const store = localFileStore(root)
    await expect(store.put('a', chunks(Buffer.from('half'), new Error('connection lost')), limit)).rejects.toThrow('connection lost')
    await expect(store.put('a', chunks(Buffer.alloc(6), Buffer.alloc(6)), { bytesMax: 10 })).rejects.toBeInstanceOf(FileTooLarge)
    expect(await store.exists('a')).toBe(false)
    expect(await readdir(join(root, 'unfinished'))).toEqual([])
  })

  it('never overwrites', async () => {
    const store = localFileStore(await newRoot())
    await store.put('a', chunks(Buffer.from('first')), limit)
    await expect(store.put('a', chunks(Buffer.from('second')), limit)).rejects.toThrow('is taken')
    expect((await buffer(await store.get('a'))).toString()).toBe('first')
  })

  it.each(['../etc/passwd', 'a/b', '', '.', 'a\\b', 'a\u0000', 'x'.repeat(65), 'ä'])('refuses %j as an id', async id => {
    const store = localFileStore(await newRoot())
    await expect(store.get(id)).rejects.toThrow(RangeError)
    await expect(store.delete(id)).rejects.toThrow(RangeError)
    await expect(store.put(id, chunks(), limit)).rejects.toThrow(RangeError)
  })

  it('names what is missing', async () => {
    const store = localFileStore(await newRoot())
    await expect(store.get('nothing')).rejects.toBeInstanceOf(FileMissing)
    await expect(store.localCopy('nothing')).rejects.toBeInstanceOf(FileMissing)
  })

  it('sweeps what a killed process left, and nothing younger than a day', async () => {
    const root = await newRoot()
    const store = localFileStore(root)
    expect(await store.sweep(Date.now())).toBe(0)
    await store.put('a', chunks(Buffer.from('x')), limit)
    const old = join(root, 'unfinished', 'old')
    await writeFile(old, 'half')
    await writeFile(join(root, 'unfinished', 'young'), 'half')
    await utimes(old, new Date(0), new Date(0))
    expect(await store.sweep(Date.now())).toBe(1)
    expect(await readdir(join(root, 'unfinished'))).toEqual(['young'])
  })
})

test.each<[FileType, Buffer | string]>([
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['gif', 'GIF89a..'],
  ['webp', 'RIFF\u0001\u0002\u0003\u0004WEBPVP8 '],
  ['pdf', '%PDF-1.7\n'],
  ['mp4', '\u0000\u0000\u0000\u0018ftypisom'],
  ['binary', '\u0000\u0000\u0000\u0018ftypheic'],
  ['webm', Buffer.from([0x1a, 0x45, 0xdf, 0xa3])],
  ['compound', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  ['xlsx', 'PK\u0003\u0004……[Content_Types].xml…xl/workbook.xml'],
  ['docx', 'PK\u0003\u0004……word/document.xml'],
  ['zip', 'PK\u0003\u0004……readme.txt'],
  ['zip', 'PK\u0005\u0006'],
  ['svg', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'],
  ['svg', '\ufeff  <SVG onload=alert(1)>'],
  ['html', '<!DOCTYPE html><p>'],
  ['html', '<html><table>'],
  ['html', Buffer.from('\ufeff<script>', 'utf16le')],
  ['csv', 'a,b\n1,2\n'],
  ['csv', 'a;b\r\n1;2\r\n'],
  ['text', 'settlement-id\tamount\n1\t2\n'],
  ['text', '订单 一\n'],
  ['text', Buffer.from('\ufeffsettlement-id\tx', 'utf16le')],
  ['text', Buffer.from([0xbd, 0xe1, 0xcb, 0xe3, 0x09, 0x31])],
  ['binary', Buffer.from([1, 2, 3, 0])],
  ['binary', ''],
])('sniffs %s', (type, content) => {
  expect(sniff(Buffer.from(content as string))).toBe(type)
})

test('what could carry a script is never shown in the page', () => {
  for (const type of ['svg', 'html', 'text', 'csv', 'binary'] as const) expect(SERVED[type].inline).toBe(false)
})

test.each<[keyof typeof UPLOAD_RULES, Buffer | string, string | null]>([
  ['IMAGE', 'GIF89a..', '图片类型要求：jpeg、jpg、png'],
  ['IMAGE', Buffer.from([0xff, 0xd8, 0xff]), null],
  ['HTML_IMAGE', 'GIF89a..', null],
  ['HTML_IMAGE', '<svg/>', '图片类型要求：jpeg、jpg、png、gif、webp'],
  ['IMPORT', 'a\tb\n', null],
  ['IMPORT', '%PDF-1.4', '不是数据文件，请上传文本（.txt、.csv）或 Excel 工作簿（.xlsx、.xls）'],
  ['IMPORT', '', '文件是空的，请检查后再上传'],
  ['ATTACHMENT', '<html><body>', '不支持这种文件，请上传图片、视频、PDF、Office 文档、文本或压缩包'],
])('an upload of %s that is %j', (upload, content, refusal) =>
  expect(inChinese(inspectUpload(upload, Buffer.from(content as string)).refusal ?? '')).toBe(refusal ?? ''),
)

const ofDesktops = ['a.bat', 'a.VBS', 'a.js', 'a.hta', 'a.ps1', 'a.lnk', 'a.exe', 'a.txt.cmd', 'a.bat.', 'a.js . ', 'a\u202etxt.scr']
const ofServers = [
  'a.xhtml',
  'a.XHT',
  'a.jsp',
  'a.jspx',
  'a.asp',
  'a.aspx',
  'a.phtml',
  'a.shtml',
  'a.mhtml',
  'a.cgi',
  '.htaccess',
  'x.htpasswd',
]
const runs = [...ofDesktops, ...ofServers]
test.each(runs)('what runs when it is opened is refused of every type: %j', name => {
  for (const upload of Object.keys(UPLOAD_RULES).filter(isUploadType))
    for (const content of ['a,b\n1,2\n', 'text', Buffer.from('PK\u0003\u0004'), Buffer.from([0xff, 0xd8, 0xff])])
      expect(inChinese(inspectUpload(upload, Buffer.from(content as string), name).refusal ?? '')).toMatch(
        /^不能上传会被直接运行的文件（\.\w+），/,
      )
})
test.each(['a.txt', 'a.json', 'js', 'bat', 'a', '.log', '报告.2026.csv'])('%j is no such file', name =>
  expect(inspectUpload('ATTACHMENT', Buffer.from('a,b\n1,2\n'), name).refusal).toBe(null),
)

test('text that calls itself a web page is none', () =>
  expect(inChinese(inspectUpload('ATTACHMENT', Buffer.from('text'), 'a.html').refusal ?? '')).toMatch(/^文件扩展名是 \.html，内容却是文本/))

test('limits by type', () => {
  expect([UPLOAD_RULES.IMPORT.bytesMax, UPLOAD_RULES.IMAGE.bytesMax, UPLOAD_RULES.HTML_IMAGE.bytesMax]).toEqual([
    1_073_741_824, 2_097_152, 1_048_576,
  ])
  expect([isUploadType('IMPORT'), isUploadType('toString'), isUploadType('import')]).toEqual([true, false, false])
})
