/** Pictures and files of notices: too large ones are refused, and those of a notice are for its readers alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { culture } from '#areas/culture/index.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { multipart } from '../../../test/setup/multipart.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-pictures-'))
let h: DemoHouse
let hr: Person
beforeAll(async () => {
  h = await demoHouse([culture], localFileStore(root))
  hr = await signedInAs(h, 'hr')
}, 60_000)
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

async function upload(type: string, content: Buffer) {
  const form = multipart({ type }, [{ name: 'picture.png', content }])
  const headers = { 'content-type': form.type, authorization: `Bearer ${hr.token}` }
  const answer = await h.app.inject({ method: 'POST', url: '/api-2024/fileUpload/upload', headers, payload: form.payload })
  return answer.json<{ code: number; msg: string; data: { id: string; link: string } | null }>()
}
const picture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#2f6f4f' } })
    .png()
    .toBuffer()

test.each([
  ['HTML_IMAGE', '图片大小不能超过 1MB'],
  ['IMAGE', '图片大小不能超过2M'],
])('a picture of 20 MB is refused as %s', async (type, said) => {
  const large = Buffer.concat([await picture(), Buffer.alloc(20 * 1_048_576)])
  expect((await upload(type, large)).msg).toBe(said)
})

test('files of a notice are for whom it is meant, from when it is published until it is withdrawn', async () => {
  const [sales, keeper] = [await signedInAs(h, 'sales'), await signedInAs(h, 'keeper')]
  const dept = await h.db.selectFrom('department').select('id').where('name', '=', '销售部').executeTakeFirstOrThrow()
  const { data } = await upload('IMAGE', await picture())
  const [cover, link] = [data?.id ?? '', data?.link ?? '']
  const { id } = (
    await hr.post('/noticeSetting/notice', {
      title: '有图',
      content: `<img src="${link}">`,
      cover: [cover],
      forAll: false,
      forDepts: [dept.id],
    })
  ).data
  const codeOf = async (who: Person): Promise<number> =>
    (await h.app.inject({ url: link, headers: { authorization: `Bearer ${who.token}` } })).statusCode
  const seen = async () => [await codeOf(sales), await codeOf(keeper)]
  const [there, refused] = [200, await codeOf(keeper)]
  expect(refused).not.toBe(there)
  expect(await seen()).toEqual([refused, refused])
  await hr.put('/noticeSetting/noticeAction', { id, status: 1 })
  expect(await seen()).toEqual([there, refused])
  await hr.put('/noticeSetting/noticeAction', { id, status: 4 })
  expect(await seen()).toEqual([refused, refused])
})
