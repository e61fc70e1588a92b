/** Files over the wire: uploads, hostile ones too, downloads in parts and in small, and the scan-to-upload dialog from both ends. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { multipart, type FormFile } from '../../../test/setup/multipart.ts'
import { closePrinter } from '../printing/printer.ts'
import { cleanUpFiles } from './clean-up.ts'
import { localFileStore } from './local-store.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-files-'))
const store = localFileStore(root)
let h: DemoHouse
let sales: Person
let finance: Person
let photo: Buffer
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2])

beforeAll(async () => {
  h = await demoHouse([], store)
  sales = await signedInAs(h, 'sales')
  finance = await signedInAs(h, 'finance')
  // 600 x 400 as stored, 400 x 600 as seen: orientation 6 is a quarter turn
  photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2f6f4f' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await h?.close()
  rmSync(root, { recursive: true, force: true })
})

async function send(path: string, fields: Record<string, string>, files: readonly FormFile[], as?: Person) {
  const { type, payload } = multipart(fields, files)
  const headers = { 'content-type': type, ...(as ? { authorization: `Bearer ${as.token}` } : {}) }
  const answer = await h.app.inject({ method: 'POST', url: `/api-2024${path}`, headers, payload })
  return { status: answer.statusCode, ...answer.json<{ code: number; msg: string; data: ReturnType<typeof JSON.parse> }>() }
}
const upload = (type: string, name: string, content: Buffer | string, as = sales) =>
  send('/fileUpload/upload', { type }, [{ name, content }], as)
const get = (id: string, headers: Record<string, string> = {}, more = '', as = sales) =>
  h.app.inject({ url: `/api-2024/fileUpload/down2?id=${id}${more}`, headers: { authorization: `Bearer ${as.token}`, ...headers } })
const storedBytes = (): number => readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).length

describe('uploads', () => {
  it.each<[string, string, string, Buffer | string, number, string]>([
    ['an ending that lies', 'IMAGE', 'a.png', jpegHead, 1015, '文件扩展名是 .png，内容却是JPEG 图片，请改正扩展名或另存后再上传'],
    ['a page named as a picture', 'IMAGE', 'a.jpg', '<html><script>', 1015, '文件扩展名是 .jpg，内容却是网页，请改正扩展名或另存后再上传'],
    [
      'a program named as a document',
      'ATTACHMENT',
      'a.pdf',
      Buffer.from([0x4d, 0x5a, 0, 3]),
      1015,
      '文件扩展名是 .pdf，内容却是无法识别的数据，请改正扩展名或另存后再上传',
    ],
    ['SVG with a script', 'HTML_IMAGE', 'a.svg', '<svg onload="alert(1)"/>', 1015, '图片类型要求：jpeg、jpg、png、gif、webp'],
    ['a type not allowed', 'IMAGE', 'a.gif', 'GIF89a..', 1015, '图片类型要求：jpeg、jpg、png'],
    ['nothing in it', 'IMAGE', 'a.png', '', 1015, '文件是空的，请检查后再上传'],
    ['too large', 'IMAGE', 'a.png', Buffer.concat([png, Buffer.alloc(2 * 1024 ** 2)]), 1013, '图片大小不能超过2M'],
    ['no such use', 'AVATAR', 'a.png', png, 1002, '未知的上传用途，请说明 type'],
  ])('refuses %s and keeps nothing', async (_what, type, name, content, code, msg) => {
    const before = storedBytes()
    expect(await upload(type, name, content)).toMatchObject({ code, msg })
    expect(storedBytes()).toBe(before)
  })

  it.each(['HTML_IMAGE', 'HELP_CENTER', 'IMAGE', 'ATTACHMENT', 'IMPORT', 'HTML_VIDEO'])(
    'takes no SVG as %s, whatever its name',
    async type => {
      const before = storedBytes()
      const drawing = '<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
      for (const name of ['a.svg', 'a.png', 'a.txt', 'a'])
        expect(await upload(type, name, drawing)).toMatchObject({ status: 415, code: 1015, data: null })
      expect(storedBytes()).toBe(before)
    },
  )

  it('a record takes no SVG either: not as a file it names, not inside its text', async () => {
    const admin = await signedInAs(h, 'admin')
    const { data: text } = await upload('ATTACHMENT', 'a.txt', '说明', admin)
    const product = { sku: 'SVG-1', name: '画', status: 1 }
    const drawing = `<svg onload="alert(1)"><script>alert(1)</script></svg>`
    expect((await admin.post('/productManage/insert', { ...product, pictures: [drawing] })).data.errors).toEqual([
      { field: 'pictures', message: '商品图片请重新上传' },
    ])
    expect((await admin.post('/productManage/insert', { ...product, pictures: [text.id] })).data.errors).toEqual([
      { field: 'pictures', message: '商品图片只能是图片，请移除其他文件' },
    ])
    const inline = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`
    const description = `<p>好${drawing}<img src="${inline}"><img src="/elsewhere/a.svg"><object data="${inline}"></object></p>`
    const { data } = await admin.post('/productManage/insert', { ...product, description })
    const [row] = await h.db.selectFrom('product').select('description').where('id', '=', data.id).execute()
    expect(row?.description).toBe('<p>好</p>')
  })

  it.each([
    ['../../etc/cron.d/x.png', 'x.png'],
    ['C:\\Windows\\x.png', 'x.png'],
    ['图\u0007片.png', '图片.png'],
    ['..', '未命名'],
  ])('takes the last part of the name %j', async (name, kept) => {
    const { code, data } = await upload('IMAGE', name, png)
    expect([code, data.name]).toEqual([0, kept])
  })

  it('leaves nothing of an upload cut off half-way', async () => {
    const { type, payload } = multipart({ type: 'IMAGE' }, [{ name: 'a.png', content: Buffer.concat([png, Buffer.alloc(200_000)]) }])
    const before = storedBytes()
    const answer = await h.app.inject({
      method: 'POST',
      url: '/api-2024/fileUpload/upload',
      headers: { 'content-type': type, authorization: `Bearer ${sales.token}` },
      payload: payload.subarray(0, 100_000),
    })
    expect(answer.json()).toMatchObject({ code: 1002, msg: '上传中断，文件没有保存，请重新上传' })
    expect(storedBytes()).toBe(before)
  })

  it('lists what the caller has uploaded, nobody else', async () => {
    const { data } = await upload('HELP_CENTER', '说明_50%.png', png, finance)
    expect((await finance.post('/files/list', { type: 'HELP_CENTER', name: '_50%' })).data).toMatchObject({
      total: 1,
      list: [{ id: data.id, link: data.link, name: '说明_50%.png', size: png.length, contentType: 'image/png' }],
    })
    expect((await sales.post('/files/list', { type: 'HELP_CENTER' })).data).toMatchObject({ total: 0, list: [] })
    expect((await sales.get('/MediaSourceSetting/fileSource')).data).toContainEqual({
      type: 'IMAGE',
      bytesMax: 2_097_152,
      types: ['jpeg', 'png'],
      imagesMax: 8,
    })
  })
})

describe('downloads', () => {
  let id: string
  const text = 'a\tb\n0123456789\n'
  beforeAll(async () => {
    id = (await upload('ATTACHMENT', '清单.txt', text)).data.id
  })

  it.each<[string, number, string | null, string | null]>([
    ['bytes=4-7', 206, '0123', 'bytes 4-7/15'],
    ['bytes=10-', 206, '6789\n', 'bytes 10-14/15'],
    ['bytes=-5', 206, '6789\n', 'bytes 10-14/15'],
    ['bytes=4-999', 206, text.slice(4), 'bytes 4-14/15'],
    ['bytes=-999', 206, text, 'bytes 0-14/15'],
    ['bytes=15-', 416, null, 'bytes */15'],
    ['bytes=-0', 416, null, 'bytes */15'],
    ['bytes=7-4', 200, text, null],
    ['bytes=0-1,4-5', 200, text, null],
    ['lines=1-2', 200, text, null],
  ])('Range: %s answers %i', async (range, status, body, contentRange) => {
    const answer = await get(id, { range })
    expect([answer.statusCode, answer.headers['content-range'] ?? null]).toEqual([status, contentRange])
    if (body !== null) expect(answer.body).toBe(body)
  })

  it('sends a part only of the file the browser has, and nothing where it has it all', async () => {
    const { etag } = (await get(id)).headers
    expect((await get(id, { range: 'bytes=4-7', 'if-range': String(etag) })).statusCode).toBe(206)
    expect((await get(id, { range: 'bytes=4-7', 'if-range': '"other"' })).statusCode).toBe(200)
    const unchanged = await get(id, { 'if-none-match': `"x", W/${String(etag)}` })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  })

  it('never runs what it serves', async () => {
    const { headers } = await get(id)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(headers['content-disposition']).toContain('attachment')
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  it('a stranger, a deleted file and no file are the same', async () => {
    expect((await h.app.inject({ url: `/api-2024/fileUpload/down2?id=${id}` })).statusCode).toBe(401)
    const { data } = await upload('ATTACHMENT', 'b.txt', text)
    expect(await finance.post('/fileUpload/delete', { id: data.id })).toMatchObject({ code: 1004 })
    expect(await sales.post('/fileUpload/delete', { id: data.id })).toMatchObject({ code: 0 })
    const gone = (await get(data.id)).json()
    expect(gone).toMatchObject({ code: 1004 })
    expect((await get('999999')).json().msg).toBe(gone.msg)
  })

  it('makes a small picture once, upright and without its metadata', async () => {
    const { data } = await upload('IMAGE', 'p.jpg', photo)
    const before = storedBytes()
    const [first, second] = [await get(data.id, {}, '&w=240'), await get(data.id, {}, '&w=240')]
    expect(storedBytes()).toBe(before + 1)
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 240, height: 360 })
    expect((await sharp(first.rawPayload).metadata()).exif).toBeUndefined()
    // never larger than the picture itself
    expect(await sharp((await get(data.id, {}, '&w=960')).rawPayload).metadata()).toMatchObject({ width: 400 })
    expect((await get(data.id, {}, '&w=241')).json()).toMatchObject({ code: 1002, msg: '缩略图宽度只能是 96、240、480、960' })
    expect((await get(id, {}, '&w=240')).json()).toMatchObject({ code: 1002 })
    const broken = (await upload('IMAGE', 'x.png', png)).data.id
    expect((await get(broken, {}, '&w=96')).json()).toMatchObject({
      code: 1002,
      msg: '图片无法读取，不能生成缩略图，请重新上传（内容已损坏）',
    })
  })
})

describe('scan to upload', () => {
  const codeOf = async (as = sales, type = 'IMAGE'): Promise<string> => (await as.get(`/fileQrUpload/qrCodeId?type=${type}`)).data.id
  const phone = (id: string, files: readonly FormFile[], type = 'IMAGE') => send(`/fileQrUpload/upload?id=${id}&type=${type}`, {}, files)
  const poll = (id: string, as = sales) => as.get(`/fileQrUpload/qrFile?id=${id}`)
  const pictures = (n: number): FormFile[] => Array.from({ length: n }, (_, i) => ({ name: `${i}.png`, content: png }))

  it('waits, learns what the phone sent, and is over once confirmed', async () => {
    const id = await codeOf()
    expect(await poll(id)).toMatchObject({ code: 10101, status: 200 })
    // the phone learns nothing but that they arrived
    expect((await phone(id, [{ name: 'p.jpg', content: photo }, ...pictures(2)])).data).toEqual({ count: 3 })
    const { data } = await poll(id)
    expect(data.list.map((file: { name: string }) => file.name)).toEqual(['p.jpg', '0.png', '1.png'])
    expect((await get(data.list[0].id)).rawPayload.equals(photo)).toBe(true)
    expect(await sales.post('/fileQrUpload/qrIdUpdate', { id, status: 'confirmed' })).toMatchObject({ code: 0 })
    // whoever asked for it is kept nowhere from then on
    expect(await h.db.selectFrom('qr_upload').select('account_id').execute()).toEqual([])
    expect(await poll(id)).toMatchObject({ code: 10102 })
    expect(await sales.post('/fileQrUpload/qrIdUpdate', { id })).toMatchObject({ code: 10102 })
    expect((await get(data.list[0].id)).statusCode).toBe(200)
  })

  it('is single use: of two phones at once one wins and the other leaves nothing', async () => {
    const id = await codeOf()
    const answers = await Promise.all([phone(id, pictures(2)), phone(id, pictures(2))])
    expect(answers.map(one => one.code).sort((a, b) => a - b)).toEqual([0, 10102])
    expect(await phone(id, pictures(1))).toMatchObject({ code: 10102 })
    expect((await poll(id)).data.list).toHaveLength(2)
  })

  it('cancelling takes the pictures back', async () => {
    const id = await codeOf()
    await phone(id, pictures(1))
    const file = (await poll(id)).data.list[0].id
    expect(await sales.post('/fileQrUpload/qrIdUpdate', { id, status: 'cancelled' })).toMatchObject({ code: 0 })
    expect((await get(file)).json()).toMatchObject({ code: 1004 })
  })

  it.each<[string, (id: string) => Promise<{ code: number; msg: string }>, number]>([
    ['nine pictures', id => phone(id, pictures(9)), 1002],
    ['no picture', id => phone(id, []), 1002],
    ['a text', id => phone(id, [{ name: 'a.txt', content: 'a\n' }]), 1015],
    ['a good picture before a bad one', id => phone(id, [...pictures(1), { name: 'a.png', content: jpegHead }]), 1015],
    ['another type than the code was made for', id => phone(id, pictures(1), 'HELP_CENTER'), 10102],
    ['a code nobody made', () => phone("x' or 1=1 --".replaceAll(' ', '+'), pictures(1)), 10102],
  ])('refuses %s, keeps nothing, and the code still serves', async (_what, attempt, code) => {
    const id = await codeOf()
    const held = async () => Number((await sales.post('/files/list', { type: 'IMAGE' })).data.total)
    const before = await held()
    expect(await attempt(id)).toMatchObject({ code })
    expect(await held()).toBe(before)
    expect(await poll(id)).toMatchObject({ code: 10101 })
    expect(await phone(id, pictures(1))).toMatchObject({ code: 0 })
  })

  it('documents are not taken where a type may be documents', async () => {
    const id = await codeOf(sales, 'HELP_CENTER')
    expect(await phone(id, [{ name: 'a.pdf', content: '%PDF-1.7' }], 'HELP_CENTER')).toMatchObject({
      code: 1015,
      msg: '只能上传图片：jpeg、jpg、png、gif、webp',
    })
    expect(await sales.get('/fileQrUpload/qrCodeId?type=IMPORT')).toMatchObject({ code: 1002 })
  })

  it('answers who asked for the code alone, and carries no session', async () => {
    const id = await codeOf()
    expect(await poll(id, finance)).toMatchObject({ code: 10102 })
    expect(await finance.post('/fileQrUpload/qrIdUpdate', { id })).toMatchObject({ code: 10102 })
    expect((await h.app.inject({ url: `/api-2024/fileQrUpload/qrFile?id=${id}` })).statusCode).toBe(401)
    expect((await h.app.inject({ url: '/api-2024/system/userprofile', headers: { authorization: `Bearer ${id}` } })).statusCode).toBe(401)
  })

  it('expires after five minutes; what nobody confirmed goes after a day, bytes and all', async () => {
    const [late, lost] = [await codeOf(), await codeOf()]
    await phone(lost, [{ name: 'lost.jpg', content: photo }])
    const file = (await poll(lost)).data.list[0].id
    await get(file, {}, '&w=96')
    const started = h.clock.now
    const after = (ms: number): void => {
      h.clock.now = new Date(started.getTime() + ms)
    }
    try {
      after(5 * 60_000)
      expect(await poll(late)).toMatchObject({ code: 10102 })
      expect(await phone(late, pictures(1))).toMatchObject({ code: 10102 })
      expect((await poll(lost)).code).toBe(0)
      const rows = () => h.db.selectFrom('stored_file').select('id').where('id', '=', file).execute()
      after(24.1 * 3_600_000)
      await cleanUpFiles(h.house)
      expect(await h.db.selectFrom('qr_upload').selectAll().where('state', '!=', 2).execute()).toEqual([])
      expect(await rows()).toHaveLength(1)
      const before = storedBytes()
      after(48.2 * 3_600_000)
      await cleanUpFiles(h.house)
      expect(await rows()).toEqual([])
      expect(storedBytes()).toBeLessThanOrEqual(before - 2)
    } finally {
      h.clock.now = started
    }
  })
})

describe('HTML as PDF', () => {
  const printedBy = async (html: string, as = sales, more: object = {}) => {
    const answer = await h.app.inject({
      method: 'POST',
      url: '/api-2024/generateHtmlToPDF',
      headers: { authorization: `Bearer ${as.token}` },
      payload: { html, title: '对账单/一', ...more },
    })
    return {
      type: String(answer.headers['content-type']),
      name: decodeURIComponent(String(answer.headers['content-disposition'])),
      bytes: answer.rawPayload,
    }
  }
  // a picture in a PDF stands there as an image object
  const pictures = (bytes: Buffer): number => bytes.toString('latin1').split('/Subtype /Image').length - 1

  it('prints cleaned words and own pictures, asks no other machine and runs no script', async () => {
    let asked = 0
    const other = createServer((_, answer) => {
      asked += 1
      answer.end()
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const { data } = await upload('ATTACHMENT', '照片.jpg', photo)
    const own = `<img src="/api-2024/fileUpload/down2?id=${data.id}">`
    const remote = `<script>fetch('${url}')</script><img src="${url}/p.gif"><iframe src="${url}"></iframe>`
    const hostile = `${remote}<p style="background-image:url(${url})">利润 ${'1'.repeat(10)}</p>`
    try {
      const mine = await printedBy(`<h2>月报</h2>${own}${hostile}`)
      expect([mine.type, mine.bytes.subarray(0, 5).toString(), pictures(mine.bytes)]).toEqual(['application/pdf', '%PDF-', 1])
      expect(mine.name).toContain('对账单_一.pdf')
      // the same picture is nothing to who may not have it
      expect(pictures((await printedBy(`<p>月报</p>${own}`, finance)).bytes)).toBe(0)
      expect(asked).toBe(0)
    } finally {
      other.close()
      await closePrinter()
    }
  }, 120_000)
  it('refuses what would keep the browser busy for minutes, at once and with a sentence', async () => {
    const nested = '<table><tr><td>'.repeat(4_000)
    const cells = `<table>${'<tr><td>1</td></tr>'.repeat(15_000)}</table>`
    const pictures = '<img src="/api-2024/fileUpload/down2?id=1">'.repeat(300)
    for (const [html, word] of [
      [nested, '层级'],
      [cells, '单元格'],
      [pictures, '图片'],
    ] as const) {
      const { code, data } = await sales.post('/generateHtmlToPDF', { html })
      expect([code, data.errors[0].field, data.errors[0].message]).toEqual([1002, 'html', expect.stringContaining(word)])
    }
  })
  it('prints slips two on a page, and one of long lines as high as it is', async () => {
    const slip = (lines: number): string => `<div><h3>记账凭证</h3><table>${'<tr><td>1</td></tr>'.repeat(lines)}</table></div>`
    const pages = async (count: number, lines = 1): Promise<number> =>
      (await printedBy(slip(lines).repeat(count), sales, { slips: true })).bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
    try {
      expect([await pages(1), await pages(2), await pages(5)]).toEqual([1, 1, 3])
      expect([await pages(1, 25), await pages(2, 25)]).toEqual([1, 2])
    } finally {
      await closePrinter()
    }
  }, 60_000)
  it('long documents of two people keep no short one of a third waiting', async () => {
    const long = `<table>${'<tr><td>1</td></tr>'.repeat(9_000)}</table>`
    const boss = await signedInAs(h, 'boss')
    const done: string[] = []
    const print = (name: string, html: string, as: Person) =>
      printedBy(html, as).then(({ bytes }) => {
        done.push(name)
        return bytes.subarray(0, 5).toString()
      })
    try {
      const all = [print('long', long, sales), print('long', long, finance), print('short', '<p>月报</p>', boss)]
      expect(await Promise.all(all)).toEqual(['%PDF-', '%PDF-', '%PDF-'])
      expect(done.indexOf('short')).toBeLessThan(2)
    } finally {
      await closePrinter()
    }
  }, 120_000)
  it('refuses what is empty once it is cleaned, and nobody', async () => {
    expect((await sales.post('/generateHtmlToPDF', { html: '<script>1</script>' })).code).toBe(1002)
    expect((await sales.post('/generateHtmlToPDF', { html: 'x'.repeat(300_001) })).code).toBe(1002)
    expect((await h.app.inject({ method: 'POST', url: '/api-2024/generateHtmlToPDF', payload: { html: 'x' } })).statusCode).toBe(401)
  })
})
