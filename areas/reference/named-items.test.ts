/** Names of MSKUs: who is told which, in what order, and what is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

interface Mapped {
  readonly shopId: string
  readonly sellerSku: string
  readonly name: string
  readonly sku: string
}

let h: DemoHouse
let boss: Person
let rows: readonly Mapped[]
beforeAll(async () => {
  h = await demoHouse()
  boss = await signedInAs(h, 'boss')
  rows = (await h.db
    .selectFrom('sku_map as m')
    .innerJoin('product as p', 'p.id', 'm.product_id')
    .select(['m.shop_id as shopId', 'm.seller_sku as sellerSku', 'p.name', 'p.sku'])
    .where('m.org_id', '=', h.demo.organisationIds[0] ?? '')
    .orderBy('m.id', 'desc')
    .limit(150)
    .execute()) as readonly Mapped[]
})
afterAll(() => h.close())

const named = async (who: Person, items: unknown) => await who.post('/skuView/named', { items })

describe('names of MSKUs', () => {
  test('in the order asked, null where none is mapped', async () => {
    const asks = rows.map(({ shopId, sellerSku }) => ({ shopId, sellerSku }))
    const { code, data } = await named(boss, [...asks, { shopId: rows[0]?.shopId, sellerSku: 'no such' }])
    expect(code).toBe(0)
    expect(data.at(-1)).toBeNull()
    expect(data.slice(0, -1).map((one: Mapped) => [one.name, one.sku])).toEqual(rows.map(one => [one.name, one.sku]))
    const { marketplace_code: site } = await h.db
      .selectFrom('shop')
      .select('marketplace_code')
      .where('id', '=', rows[0]?.shopId ?? '')
      .executeTakeFirstOrThrow()
    const { name } = await h.db.selectFrom('marketplace').select('name').where('code', '=', site).executeTakeFirstOrThrow()
    expect(data[0]).toMatchObject({ site: name, picture: null })
  })
  test('without a shop: every product that goes by it', async () => {
    const [one, other] = [rows[0]!, rows.find(row => row.shopId !== rows[0]!.shopId)!]
    await h.db
      .insertInto('sku_map')
      .columns(['org_id', 'shop_id', 'seller_sku', 'product_id'])
      .expression(eb =>
        eb
          .selectFrom('sku_map as m')
          .select(['m.org_id', 'm.shop_id', eb.val(one.sellerSku).as('seller_sku'), 'm.product_id'])
          .where('m.shop_id', '=', other.shopId)
          .where('m.seller_sku', '=', other.sellerSku),
      )
      .execute()
    expect((await named(boss, [{ sellerSku: one.sellerSku }])).data).toMatchObject([
      { name: [...new Set([one.name, other.name])].join('、'), sku: [...new Set([one.sku, other.sku])].join('、') },
    ])
    expect((await named(boss, [{ sellerSku: one.sellerSku, shopId: other.shopId }])).data).toMatchObject([{ sku: other.sku }])
  })
  test('who may not, and what is not of his shops', async () => {
    expect(await named(await signedInAs(h, 'employee'), [{ sellerSku: 'A' }])).toMatchObject({ status: 403, code: 1003 })
    const sales = await signedInAs(h, 'sales')
    const own = (await sales.post('/skuView/list', { pageSize: 50 })).data.list as readonly Mapped[]
    const foreign = rows.find(row => own.every(one => one.shopId !== row.shopId))!
    const { code, data } = await named(
      sales,
      [foreign, own[0]!].map(({ shopId, sellerSku }) => ({ shopId, sellerSku })),
    )
    expect([code, data[0], typeof data[1].name]).toEqual([0, null, 'string'])
  })
  test('products by themselves and by their own SKU, beside MSKUs; none for who may not see products', async () => {
    const { id, sku, name } = await h.db
      .selectFrom('product')
      .select(['id', 'sku', 'name'])
      .where('org_id', '=', h.demo.organisationIds[0] ?? '')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const foreign = await h.db
      .selectFrom('product')
      .select('id')
      .where('org_id', '!=', h.demo.organisationIds[0] ?? '')
      .executeTakeFirst()
    const asks = [{ productId: id }, { productSku: sku }, { sellerSku: rows[0]!.sellerSku, shopId: rows[0]!.shopId }]
    const nothing = [
      { productSku: 'no such' },
      { productId: '9'.repeat(18) },
      {},
      ...(foreign === undefined ? [] : [{ productId: foreign.id }]),
    ]
    const { data } = await named(boss, [...asks, ...nothing])
    const own = { name, sku, site: '', picture: null }
    expect(data).toEqual([own, own, expect.objectContaining({ name: rows[0]!.name }), ...nothing.map(() => null)])
  })
  test.each([
    [Array.from({ length: 201 }, () => ({ sellerSku: 'A' }))],
    [[{ sellerSku: '' }]],
    [[{ sellerSku: 'A'.repeat(121) }]],
    [[{ sellerSku: 'A\u0000' }]],
    [[{ sellerSku: 'A', shopId: 'x' }]],
    [[{ productId: 'x' }]],
    [[{ productSku: '' }]],
    ['A'],
  ])('refused %#', async items => {
    expect((await named(boss, items)).code).toBe(1002)
  })
  test('nothing asked, nothing told; a shop that nobody has', async () => {
    expect((await named(boss, [])).data).toEqual([])
    expect((await named(boss, [{ sellerSku: 'A', shopId: '9'.repeat(18) }])).data).toEqual([null])
  })
})
