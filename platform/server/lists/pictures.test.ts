/** Pictures beside names: a product shows its first picture in its own rows, where it is referred to, and in selects. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

test('the first picture stands beside the label; a record without one has null', async () => {
  const definitionOf = async (type: string) =>
    (await admin.post('/listField/getByType', { type })).data as {
      result: { field: string; picture?: string }[]
      calls: { list: { path: string } }
    }
  const rows = async (type: string) =>
    (await admin.post((await definitionOf(type)).calls.list.path.replace('/api-2024', ''), { pageSize: 50 })).data.list as Record<
      string,
      unknown
    >[]
  const { result } = await definitionOf('skuMap')
  expect(result.find(one => one.field === 'productId')?.picture).toBe('productIdPicture')
  const product = await h.db
    .selectFrom('product')
    .select(['id', 'sku', 'org_id'])
    .where('id', '=', String((await rows('skuMap'))[0]?.['productId']))
    .executeTakeFirstOrThrow()
  const { id: picture } = await h.db
    .insertInto('stored_file')
    .values({
      org_id: product.org_id,
      account_id: (await h.db.selectFrom('account').select('id').orderBy('id').executeTakeFirstOrThrow()).id,
      name: 'a.png',
      size: '10',
      sha256: '0'.repeat(64),
      content_type: 'image/png',
      upload_type: 'IMAGE',
      storage_key: 'pictures-test',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await h.db
    .updateTable('product')
    .set({ pictures: [picture] })
    .where('id', '=', product.id)
    .execute()
  const maps = await rows('skuMap')
  const pictures = new Set(maps.map(row => `${row['productId'] === product.id}:${String(row['productIdPicture'])}`))
  expect(pictures).toContain(`true:${picture}`)
  expect([...pictures].toSorted()).toEqual(['false:null', `true:${picture}`])

  const own = (await rows('product')).find(row => row['id'] === product.id)
  expect(own?.['skuPicture']).toBe(picture)
  const options = (await admin.post('/listField/options', { type: 'product', ids: [product.id] })).data as unknown[]
  expect(options).toEqual([expect.objectContaining({ label: product.sku, picture })])
})
