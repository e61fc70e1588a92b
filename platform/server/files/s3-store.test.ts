/** The S3 store against a small S3 that checks every signature: whole or not at all, flat in memory, patient with a failing store. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs } from '../../../test/setup/demo-house.ts'
import { multipart } from '../../../test/setup/multipart.ts'
import { startS3, type TestS3 } from '../../../test/setup/s3-server.ts'
import { openFileStore } from './open-store.ts'
import { s3Address } from './s3-address.ts'
import { partBytes, s3FileStore, type S3Store } from './s3-store.ts'
import { FileMissing, FileTooLarge } from './store.ts'

let s3: TestS3
let store: S3Store
beforeAll(async () => {
  s3 = await startS3()
  store = s3FileStore(s3Address(s3.url, {}))
})
afterAll(() => s3?.close())

const bytesMax = 1024 ** 3
const whole = async (id: string): Promise<Buffer> => buffer(await store.get(id))
/** `chunk` bytes at a time, as they come off a line */
async function* lineOf(content: Buffer, chunk = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += chunk) yield content.subarray(at, at + chunk)
}

describe('FILES_URL', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 's' }
  test.each([
    ['s3://bucket-1', { url: 'https://bucket-1.s3.us-east-1.amazonaws.com', prefix: '', region: 'us-east-1', accessKeyId: 'k' }],
    ['s3://bucket-1?region=eu-west-1&style=path', { url: 'https://s3.eu-west-1.amazonaws.com/bucket-1', region: 'eu-west-1' }],
    [
      's3://a%2Fb:c%2Bd@bucket-1/erp/files/?endpoint=http://minio:9000',
      { url: 'http://minio:9000/bucket-1', prefix: 'erp/files/', accessKeyId: 'a/b', secretAccessKey: 'c+d' },
    ],
    [
      's3://bucket-1?endpoint=https://oss-cn-hangzhou.aliyuncs.com&style=host&region=cn-hangzhou',
      { url: 'https://bucket-1.oss-cn-hangzhou.aliyuncs.com' },
    ],
  ])('%s', (url, address) => {
    expect(s3Address(url, keys)).toMatchObject(address)
  })
  test.each([
    ['nowhere', '不是一个地址'],
    ['https://bucket-1', '应以 s3:// 开头'],
    ['s3://B', '没有正确的存储桶名'],
    ['s3://bucket-1?endpoint=ftp://x', 'endpoint 应是 http 或 https'],
    ['s3://bucket-1?style=virtual', 'style 应为 path 或 host'],
    ['s3://bucket-1?ragion=x', '不认识 ragion'],
  ])('%s is refused in words', (url, msg) => {
    expect(() => s3Address(url, keys)).toThrow(msg)
  })
  test('without keys, with wrong ones or another bucket nothing starts', async () => {
    expect(() => s3Address('s3://bucket-1', {})).toThrow('没有密钥')
    const start = (url: string) => openFileStore({ FILES_URL: url }, '/nowhere')
    await expect(start(s3.url.replace('test-key', 'other'))).rejects.toThrow(
      'FILES_URL 指定的存储不能使用。文件存储（S3）拒绝了请求：403 InvalidAccessKeyId',
    )
    await expect(start(s3.url.replace('secret', 'guess'))).rejects.toThrow('403 SignatureDoesNotMatch')
    await expect(start(s3.url.replace('zhanggui-test', 'other-bucket'))).rejects.toThrow('404 NoSuchBucket')
    expect(await (await start(s3.url)).exists('x')).toBe(false)
  })
})

describe('bytes', () => {
  test.each([0, 1, 70_000, partBytes - 1, partBytes, partBytes + 1, 2 * partBytes + 12_345])(
    '%d of them come back as they went',
    async size => {
      const content = randomBytes(size)
      const id = `bytes-${size}`
      expect(await store.put(id, lineOf(content), { bytesMax })).toEqual({
        size,
        sha256: createHash('sha256').update(content).digest('hex'),
      })
      expect((await whole(id)).equals(content)).toBe(true)
      expect([await store.size(id), await store.exists(id)]).toEqual([size, true])
      expect(s3.objects.has(`erp/${id}`)).toBe(true)
    },
  )
  test('parts of them', async () => {
    await store.put('range', lineOf(Buffer.from('0123456789')), { bytesMax })
    expect((await buffer(await store.get('range', { start: 3, end: 5 }))).toString()).toBe('345')
    expect((await buffer(await store.get('range', { start: 7 }))).toString()).toBe('789')
  })
  test('a copy on disk for readers that jump about, gone when released', async () => {
    await store.put('copy', lineOf(Buffer.from('rows')), { bytesMax })
    const { path, release } = await store.localCopy('copy')
    expect(readFileSync(path, 'utf8')).toBe('rows')
    await release()
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })
  test('none: missing, by every way to it; deleting twice is nothing', async () => {
    await store.put('gone', lineOf(Buffer.from('x')), { bytesMax })
    await store.delete('gone')
    await store.delete('gone')
    await expect(store.get('gone')).rejects.toBeInstanceOf(FileMissing)
    await expect(store.localCopy('gone')).rejects.toBeInstanceOf(FileMissing)
    expect([await store.size('gone'), await store.exists('gone')]).toEqual([null, false])
    await expect(store.get('../secret')).rejects.toThrow('文件编号不正确')
  })
  test('an id that is taken keeps its bytes', async () => {
    await store.put('mine', lineOf(Buffer.from('first')), { bytesMax })
    await expect(store.put('mine', lineOf(Buffer.from('second')), { bytesMax })).rejects.toThrow('is taken')
    expect((await whole('mine')).toString()).toBe('first')
  })
})

describe('what goes wrong', () => {
  test.each([100, 2 * partBytes])('a stream above its limit of %d is cut off and leaves nothing', async max => {
    await expect(store.put('large', lineOf(Buffer.alloc(max + 1)), { bytesMax: max })).rejects.toBeInstanceOf(FileTooLarge)
    expect([await store.exists('large'), s3.uploads.size]).toEqual([false, 0])
  })
  test('a line that breaks half-way leaves nothing', async () => {
    async function* broken() {
      yield Buffer.alloc(partBytes + 1)
      throw new Error('the line broke')
    }
    await expect(store.put('broken', broken(), { bytesMax })).rejects.toThrow('the line broke')
    expect([await store.exists('broken'), s3.uploads.size]).toEqual([false, 0])
  })
  test('a store that is busy for a moment is asked again; one that stays so is named', async () => {
    s3.failing.push(503, 500, 429)
    await store.put('busy', lineOf(Buffer.from('x')), { bytesMax })
    expect((await whole('busy')).toString()).toBe('x')
    s3.failing.push(503, 503, 503, 503)
    await expect(store.get('busy')).rejects.toThrow('文件存储（S3）拒绝了请求：503 SlowDown')
  })
  test('parts that a killed process left are removed after a day, younger ones stay', async () => {
    const parts = new Map<number, Buffer>()
    const now = Date.now()
    s3.uploads.set('old', { key: 'erp/a', begun: new Date(now - 25 * 3_600_000), parts })
    s3.uploads.set('young', { key: 'erp/b', begun: new Date(now - 23 * 3_600_000), parts })
    s3.uploads.set('others', { key: 'elsewhere/c', begun: new Date(0), parts })
    expect(await store.sweep(now)).toBe(1)
    expect([...s3.uploads.keys()]).toEqual(['young', 'others'])
    s3.uploads.clear()
  })
})

test('memory stays flat while a large file passes', async () => {
  // what is held counts, not what the collector has not come to yet: when it runs is the machine's affair
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const chunk = Buffer.alloc(1_048_576, 7)
  const heldAt: number[] = []
  async function* large() {
    for (let i = 0; i < 256; i += 1) {
      yield chunk
      // what the test's own S3 holds is not the store's
      const held = [...s3.uploads.values()].reduce((sum, one) => sum + [...one.parts.values()].reduce((n, part) => n + part.length, 0), 0)
      if (i % 4 === 0) collect()
      heldAt.push(process.memoryUsage().arrayBuffers - held)
    }
  }
  await store.put('flat', large(), { bytesMax })
  expect(await store.size('flat')).toBe(256 * 1_048_576)
  // 24 parts lie between the two stretches: a store that kept them would be 192 MiB higher in the second
  const most = (from: number) => Math.max(...heldAt.slice(from, from + 32))
  expect(most(224) - most(32)).toBeLessThan(12 * partBytes)
  await store.delete('flat')
})

test('upload, download in part and in small pass through it; small pictures are kept there too', async () => {
  const h = await demoHouse([], store)
  try {
    const sales = await signedInAs(h, 'sales')
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2f6f4f' } })
      .jpeg()
      .toBuffer()
    const form = multipart({ type: 'IMAGE' }, [{ name: 'p.jpg', content: photo }])
    const authorization = `Bearer ${sales.token}`
    const sent = await h.app.inject({
      method: 'POST',
      url: '/api-2024/fileUpload/upload',
      headers: { 'content-type': form.type, authorization },
      payload: form.payload,
    })
    const url = sent.json<{ data: { link: string } }>().data.link
    const part = await h.app.inject({ url, headers: { authorization, range: 'bytes=2-9' } })
    expect([part.statusCode, part.rawPayload.equals(photo.subarray(2, 10))]).toEqual([206, true])
    const small = async (): Promise<Buffer> => (await h.app.inject({ url: `${url}&w=240`, headers: { authorization } })).rawPayload
    expect(await sharp(await small()).metadata()).toMatchObject({ format: 'webp', width: 240 })
    expect([...s3.objects.keys()].filter(key => key.endsWith('-w240'))).toHaveLength(1)
    const asked = s3.seen.length
    expect((await small()).length).toBeGreaterThan(0)
    expect(s3.seen.slice(asked).map(one => one.split(' ')[0])).toEqual(['HEAD', 'GET'])
  } finally {
    await h.close()
  }
})
