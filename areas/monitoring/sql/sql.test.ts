/** Generated SQL: the text, what it holds of the asker's scope, who may make and see it, what is kept and shared. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { supply } from '#areas/supply/index.ts'
import { goods } from '#areas/goods/index.ts'
import { finance } from '#areas/finance/index.ts'
import { sales as salesArea } from '#areas/sales/index.ts'
import { statistics } from '#areas/statistics/index.ts'
import type { Caller } from '#platform/server/contract/context.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { readXlsx } from 'hucre/xlsx'
import { monitoring } from '../index.ts'
import { makeSql, runSql } from './make.ts'
import { laidOut, literal, withValues } from './text.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'

describe('the text', () => {
  test.each([
    [null, 'null'],
    [12, '12'],
    [true, 'true'],
    ["O'Neil", "'O''Neil'"],
    [['1', 'a"b', null], `'{"1","a\\"b",null}'`],
    [new Date('2026-01-02T03:04:05Z'), "'2026-01-02T03:04:05.000Z'"],
    [{ a: 1 }, `'{"a":1}'`],
  ])('%j is written as %s', (value, text) => expect(literal(value)).toBe(text))
  test('values stand in place of their numbers, never inside of quotes', () => {
    expect(withValues(`select '$1', "$2" from t where a = $1 and b = $12`, ['x$2', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'y'])).toBe(
      `select '$1', "$2" from t where a = 'x$2' and b = 'y'`,
    )
  })
  test('each clause has a line; parentheses and quotes stay whole', () => {
    const text = `select "a from" from "t" where x in (select y from z) and f(a, 'where') order by 1 limit 2`
    expect(laidOut(text).split('\n')).toEqual([
      'select "a from"',
      'from "t"',
      'where x in (',
      '  select y',
      '  from z',
      ") and f(a, 'where')",
      'order by 1',
      'limit 2',
    ])
  })
})

/** who may everything; a test says which shops he sees */
const everybody: Omit<Caller, 'orgId' | 'orgIds' | 'shops'> = {
  accountId: '1',
  employeeId: null,
  name: '王芳',
  objects: { warehouses: [] },
  employees: 'all',
  audience: ['o'],
  systemAdmin: true,
  loginState: '0',
  permissions: new Map(),
  zone: 'Asia/Shanghai',
}

describe('over the house', () => {
  let h: DemoHouse
  let [admin, it, sales]: Person[] = []
  const products = {
    source: 'list:product',
    query: { fields: ['sku', 'name'], conditionList: [{ field: 'sku', condition: 'START', value: 'K' }] },
  }
  beforeAll(async () => {
    h = await demoHouse([goods, supply, finance, statistics, salesArea, monitoring])
    ;[admin, it, sales] = await Promise.all([signedInAs(h, 'admin'), signedInAs(h, 'it'), signedInAs(h, 'sales')])
  }, 60_000)
  afterAll(() => h.close())

  test('a list with its columns and filter, run by whoever may see it', async () => {
    const { data } = await it!.post('/generateSql/generate', products)
    expect(data).toMatchObject({ source: 'list:product', title: '商品', columns: [{ name: 'sku' }, { name: 'name' }] })
    expect(data.text).toMatch(
      /^select [^]*\n {2}where [(]"product"."org_id" = '1'[)]\n[^]*\nwhere "product"."sku" ilike 'K%'\n[^]*\nlimit 1001$/,
    )
    expect(data.text).not.toMatch(/\$\d/)
    const ran = await it!.post('/generateSql/run', products)
    expect(ran).toMatchObject({ code: 0, data: { isCut: false } })
    const listed = (await it!.post('/productManage/list', { ...products.query, fields: undefined, pageSize: 1000 })).data
    expect(ran.data.rows).toHaveLength(listed.total)
    expect(ran.data.rows.every(([sku]: string[]) => sku?.startsWith('K'))).toBe(true)
    const trail = await h.db.selectFrom('audit_entry').select('verb').where('subject', '=', 'generated_sql').execute()
    expect(trail).toEqual([{ verb: 'run' }])
  })
  test('a report: the figures of the shops that the asker sees', async () => {
    const query = { by: ['shop'], startDate: '2026-01-01', endDate: '2026-01-31', currency: 'shop', measures: ['sales'] }
    const { data } = await admin!.post('/generateSql/run', { source: 'report:amazonProfit', query })
    expect(data).toMatchObject({ columns: [{ title: '店铺' }, { title: '币种' }, { title: '销售收入' }], rows: [], isCut: false })
    expect(await admin!.post('/generateSql/generate', { source: 'report:amazonProfit', query: { ...query, by: ['moon'] } })).toMatchObject({
      code: 1002,
    })
    expect(
      await admin!.post('/generateSql/generate', { source: 'report:amazonProfit', query: { ...query, measures: ['x'] } }),
    ).toMatchObject({
      code: 1002,
    })
  })
  test('a report with rows: of the shops that the asker sees, and of no other', async () => {
    const orgId = h.demo.organisationIds[0] ?? ''
    const [one = '', two = ''] = (await h.db.selectFrom('shop').select('id').where('org_id', '=', orgId).orderBy('id').execute()).map(
      shop => shop.id,
    )
    await sql`select ensure_month('order_line', '2026-01-01')`.execute(h.db)
    await sql`insert into order_line (shop_id, ordered_on, order_no, line_no, purchased_at, status, status_at, sku, quantity, item,
        currency, country, sales, is_cancelled, first_of_order, first_of_sku, several_skus, import_id)
      select shop, '2026-01-05', 'O' || shop, '1', '2026-01-05', 4, '2026-01-05', 'S1', units, units * 10, 'USD', 'US', units * 10,
        false, 1, 1, false, 0
      from (values (${one}::bigint, 3), (${two}::bigint, 5)) v(shop, units)`.execute(h.db)
    await sql`insert into stale_day (rollup, org_id, owner_id, day, since)
      select 'sales_order', ${orgId}, shop_id, ordered_on, now() from order_line`.execute(h.db)
    await refreshRollups(h.house, orgId)
    const asWhoSees = (shops: readonly string[]) => h.house.asUser({ ...everybody, orgId, orgIds: [orgId], shops }, 'zh', 'test')
    const query = { by: ['shop'], startDate: '2026-01-01', endDate: '2026-01-31', currency: 'shop', measures: ['units'] }
    const ask = { source: 'report:companySaleStatistics', query }
    const units = async (shops: readonly string[]) => (await runSql(asWhoSees(shops), ask)).rows.map(row => row.at(-1)).join()
    expect([await units([one, two]), await units([two]), await units([])]).toEqual(['5,3', '5', ''])
    const { text } = await makeSql(asWhoSees([two]), ask)
    expect(new Set(text.match(/shop_id" = any[(]'[^']*'[)]/gu))).toEqual(new Set([`shop_id" = any('{"${two}"}')`]))
  })
  test('a thousand rows are shown and said to be cut; the export has them all', async () => {
    const orgId = h.demo.organisationIds[0] ?? ''
    await sql`insert into product (org_id, sku, name) select ${orgId}, 'ZZ' || i, '多' from generate_series(1, 1001) i`.execute(h.db)
    const many = { source: 'list:product', query: { fields: ['sku'], conditionList: [{ field: 'sku', condition: 'START', value: 'ZZ' }] } }
    const ran = (await it!.post('/generateSql/run', many)).data
    expect([ran.rows.length, ran.isCut]).toEqual([1000, true])
    const file = await h.app.inject({
      method: 'POST',
      url: '/api-2024/generateSql/resultExport',
      headers: { authorization: `Bearer ${it!.token}` },
      payload: many,
    })
    expect(file.headers['content-type']).toContain('sheet')
    const book = await readXlsx(file.rawPayload)
    expect(book.sheets[0]?.rows).toHaveLength(1 + 1001)
    await sql`delete from product where sku like 'ZZ%'`.execute(h.db)
  })
  test('what takes longer than its limit is stopped, and says what to change', async () => {
    const owner = new pg.Client(h.ownerUrl)
    await owner.connect()
    await owner.query('begin; lock table product in access exclusive mode')
    const held = await it!.post('/generateSql/run', products)
    await owner.end()
    expect(held).toMatchObject({ code: 1002 })
    expect(held.msg).toContain('请缩小期间')
  })
  test('nothing of what one may not see: not without the operation, no foreign list, no hidden column', async () => {
    expect(await sales!.post('/generateSql/generate', products)).toMatchObject({ code: 1003 })
    expect(await it!.post('/generateSql/generate', { source: 'report:amazonProfit', query: {} })).toMatchObject({ code: 1004 })
    expect(await it!.post('/generateSql/generate', { source: 'list:amazonSettlement', query: {} })).toMatchObject({ code: 1004 })
    expect(await it!.post('/generateSql/generate', { source: 'list:nothing', query: {} })).toMatchObject({ code: 1004 })
    expect(await it!.post('/generateSql/generate', { ...products, query: { fields: ['secret'] } })).toMatchObject({ code: 1002 })
    expect(await it!.post('/generateSql/generate', { ...products, query: { conditionList: [{ field: 'x' }] } })).toMatchObject({
      code: 1002,
    })
    const open = await it!.post('/generateSql/generate', { source: 'list:supplier', query: {} })
    expect(JSON.stringify(open)).not.toMatch(/bank_account|contact_phone/)
  })
  test('a kept query holds no SQL of its keeper: who it is shared with reads the SQL of the one shop he sees', async () => {
    const ask = { source: 'list:skuMap', query: { fields: ['shopId', 'sellerSku'] } }
    const { data } = await admin!.post('/generateSql/keep', { ...ask, name: '全部店铺的 SKU' })
    const [mine] = await h.db.selectFrom('shop').select('id').where('org_id', '=', '1').orderBy('id').limit(1).execute()
    const reader = await h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select('m.employee_id as employee')
      .where('a.username', '=', 'it')
      .executeTakeFirstOrThrow()
    const granted = await admin!.put('/userManage/dataAclSetting', { employeeId: reader.employee, shopIds: [mine!.id] })
    expect(granted, granted.msg).toMatchObject({ code: 0 })
    const one = (await admin!.post('/generateSql/list', {})).data.list[0]
    const shared = { id: data.id, version: one.version, sharedWithIds: [reader.employee] }
    expect(await admin!.post('/generateSql/update', shared)).toMatchObject({ code: 0 })
    const his = await signedInAs(h, 'it')
    const answers = [(await his.post('/generateSql/list', {})).data, (await his.get(`/generateSql/${data.id}`)).data]
    expect(JSON.stringify(answers)).not.toMatch(/select |shop_id/u)
    const kept = (await his.post('/generateSql/kept', { id: data.id })).data
    expect(kept).toEqual({ ...ask, name: '全部店铺的 SKU' })
    const { text } = (await his.post('/generateSql/generate', { source: kept.source, query: kept.query })).data
    const scope = (made: string): string | undefined => /shop_id" = any[(]'([^']*)'[)]/u.exec(made)?.[1]
    expect(scope(text)).toBe(`{"${mine!.id}"}`)
    const all = (await admin!.post('/generateSql/generate', ask)).data.text
    expect(scope(all)?.split(',').length).toBeGreaterThan(1)
    const { version } = (await admin!.post('/generateSql/list', {})).data.list[0]
    expect(await admin!.post('/generateSql/delete', { id: data.id, version })).toMatchObject({ code: 0 })
  })
  test('kept under a name, shared with a colleague, who runs it by his own scope', async () => {
    const ask = { ...products, name: 'K 开头的商品' }
    const made = await it!.post('/generateSql/keep', ask)
    expect(made).toMatchObject({ code: 0 })
    expect((await it!.post('/generateSql/keep', ask)).code).not.toBe(0)
    const { id } = made.data
    const all = await it!.post('/generateSql/list', {})
    expect(all.data.list).toMatchObject([{ id, name: ask.name, sourceTitle: '商品' }])
    expect((await it!.post('/generateSql/kept', { id })).data).toEqual({ ...products, name: ask.name })
    const other = await signedInAs(h, 'finance')
    expect(await other.post('/generateSql/kept', { id })).toMatchObject({ code: 1003 })
    const [row] = all.data.list
    const reader = (await h.db.selectFrom('employee').select('id').where('name', '=', '周敏').executeTakeFirstOrThrow()).id
    expect(await it!.post('/generateSql/update', { id, version: row.version, sharedWithIds: [reader] })).toMatchObject({ code: 0 })
    const readers = await h.db
      .selectFrom('generated_sql_reader' as never)
      .selectAll()
      .execute()
    expect(readers).toMatchObject([{ sql_id: id, employee_id: reader }])
    expect(await admin!.post('/generateSql/delete', { id })).toMatchObject({ code: 0 })
    // whoever it was shared with is no other record's use of it
    expect(
      await h.db
        .selectFrom('generated_sql_reader' as never)
        .selectAll()
        .execute(),
    ).toEqual([])
  })
})
