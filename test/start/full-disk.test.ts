/**
 * A disk that fills up while the product runs: what could not be kept is refused with a code and a sentence, and nothing half-written
 * stays.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeBlob } from '#platform/server/exports/store-blob.ts'
import { endOfTask } from '#platform/server/calls/disk-full.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../setup/demo-house.ts'
import { multipart } from '../setup/multipart.ts'
import { smallDisk, type SmallDisk } from '../setup/small-disk.ts'

const text = '服务器磁盘空间已满，没有保存，请联系系统管理员清理磁盘后重试'
const disk = smallDisk(2)

describe.runIf(disk !== null)('a full disk', () => {
  const { path, remove } = disk as SmallDisk
  const filler = join(path, 'filler')
  let h: DemoHouse
  let sales: Person
  let photo: Buffer
  beforeAll(async () => {
    h = await demoHouse([], localFileStore(join(path, 'files')))
    sales = await signedInAs(h, 'sales')
    photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2f6f4f' } })
      .jpeg()
      .toBuffer()
  })
  afterAll(async () => {
    await h?.close()
    remove()
  })
  beforeEach(() => rmSync(filler, { force: true }))

  const fill = (): void => expect(() => writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024))).toThrow('ENOSPC')
  const files = (): string[] =>
    readdirSync(join(path, 'files'), { recursive: true, withFileTypes: true }).flatMap(entry => (entry.isFile() ? [entry.name] : []))
  async function upload(name: string, content: Buffer, language = 'zh') {
    const { type, payload } = multipart({ type: name.endsWith('.jpg') ? 'IMAGE' : 'ATTACHMENT' }, [{ name, content }])
    const headers = { 'content-type': type, authorization: `Bearer ${sales.token}`, 'accept-language': language }
    const answer = await h.app.inject({ method: 'POST', url: '/api-2024/fileUpload/upload', headers, payload })
    return { status: answer.statusCode, ...answer.json<{ code: number; msg: string; data: { id: string } }>() }
  }

  test('refuses an upload, at its beginning and in the middle, and takes it when there is room again', async () => {
    expect((await upload('a.jpg', photo)).code).toBe(0)
    const before = files()
    expect(await upload('large.txt', Buffer.alloc(3 * 1024 * 1024, 'a'))).toMatchObject({ status: 200, code: 1057, msg: text })
    fill()
    expect(await upload('b.jpg', photo)).toMatchObject({ status: 200, code: 1057, msg: text })
    expect((await upload('b.jpg', photo, 'en')).msg).toMatch(/^The disk of the server is full/)
    expect(files()).toEqual(before)
    const rows = await h.db.selectFrom('stored_file').select('name').execute()
    expect(rows.map(row => row.name)).toEqual(['a.jpg'])
    rmSync(filler)
    expect((await upload('b.jpg', photo)).code).toBe(0)
  })

  test('a picture is still shown small', async () => {
    const { data } = await upload('c.jpg', photo)
    fill()
    const small = await h.app.inject({
      url: `/api-2024/fileUpload/down2?id=${data.id}&w=96`,
      headers: { authorization: `Bearer ${sales.token}` },
    })
    expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/webp'])
  })

  test('ends an export with the sentence', async () => {
    fill()
    const before = files()
    const context = await h.house.asSystem(String(h.demo.organisationIds[0]), 'test')
    const blob = Readable.from([Buffer.alloc(3 * 1024 * 1024)])
    const error = await storeBlob(context, { blob, fileName: 'a.xlsx', contentType: 'x' }).catch((thrown: unknown) => thrown)
    expect(endOfTask(error, ['导出时服务器出错', 'failed'])).toEqual({ state: 'failed', message: { key: text, params: [] } })
    expect(files()).toEqual(before)
  })
})

test.each([
  ['of the file system', Object.assign(new Error('x'), { code: 'ENOSPC' })],
  ['of a quota', Object.assign(new Error('x'), { code: 'EDQUOT' })],
  ['of PostgreSQL', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['below another', new Error('x', { cause: new Error('y', { cause: Object.assign(new Error('z'), { code: 'ENOSPC' }) }) })],
])('no room %s is the same sentence for a task', (_what, error) =>
  expect(endOfTask(error, ['出错', 'failed'])).toEqual({ state: 'failed', message: { key: text, params: [] } }),
)
test('another fault is none', () =>
  expect(endOfTask(new Error('x', { cause: 'ENOSPC' }), ['出错', 'failed'])).toEqual({ state: 'failed', message: ['出错', 'failed'] }))
