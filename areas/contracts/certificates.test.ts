/** Seals and certificates through the calls; what listings need against a walk over all of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { employeesOf } from '../../test/setup/flows.ts'
import { signedInAs, type Person } from '../../test/setup/demo-house.ts'
import { buying, today, type Buying, type Line, type Values } from '../../test/setup/buying.ts'
import { badgeJobs, keepBadges } from './badges.ts'
import { endCertificates } from './certificates.ts'
import { tellGaps } from './gaps.ts'

let b: Buying
let employee = undefined as unknown as Person
let [companyId, ownerId] = ['', '']
let n = 0
beforeAll(async () => {
  b = await buying()
  employee = await signedInAs(b.h, 'employee')
  companyId = (await b.admin.post('/companyManage/list', {})).data.list[0].id
  const { rows } = await sql<{ id: string }>`select m.employee_id::text as id from account a
    join account_organisation m on m.account_id = a.id where a.username = 'admin'`.execute(b.h.db)
  ownerId = rows[0]?.id ?? ''
  await b.admin.post('/certificateKind/loadUsual', {})
}, 180_000)
afterAll(() => b.h.close())

async function file(username: string, kind = 'application/pdf'): Promise<string> {
  const [name, type] = kind === 'application/pdf' ? ['文件.pdf', 'ATTACHMENT'] : ['照片.png', 'IMAGE']
  const { rows } = await sql<{ id: string }>`insert into stored_file
      (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
    select m.org_id, a.id, ${`c${++n}`}, ${name}, 10, ${`hash${n}`}, ${type}, ${kind}
    from account a join account_organisation m on m.account_id = a.id where a.username = ${username} limit 1
    returning id::text as id`.execute(b.h.db)
  return rows[0]?.id ?? ''
}
const made = async (path: string, values: Values, by: Person = b.admin): Promise<string> => {
  const { msg, data } = await by.post(path, values)
  expect(msg).toBe('')
  return data.id
}

test('a request is stamped by the keeper, no more than was approved, and archived once the seal is back', async () => {
  const sealId = await made('/seal/insert', { name: '公章', kind: 1, companyId, keeperId: ownerId })
  const ask = { businessOn: today, sealId, purpose: '投标', copies: 3, takeOut: true, backOn: addDays(today, 2) }
  const bare = await made('/sealRequest/insert', ask, employee)
  expect(await b.step('sealRequest', bare, 'submit', employee)).toContain('请上传要用印的文件')
  const id = await made('/sealRequest/insert', { ...ask, papers: [await file('employee')] }, employee)
  expect(await b.step('sealRequest', id, 'submit', employee)).toBe('')
  expect(await b.row('sealRequest', id)).toMatchObject({ state: 2, papersHash: expect.stringMatching(/^hash/), keeperId: ownerId })
  expect(await b.step('sealRequest', id, 'use', employee, { stamped: 1 })).not.toBe('')
  expect(await b.step('sealRequest', id, 'take')).toBe('')
  const photo = [await file('admin', 'image/png')]
  expect(await b.step('sealRequest', id, 'use', b.admin, { stamped: 3 })).not.toBe('')
  expect(await b.step('sealRequest', id, 'use', b.admin, { stamped: 4, photo })).toContain('不能多用')
  expect(await b.step('sealRequest', id, 'use', b.admin, { stamped: 3, photo })).toBe('')
  expect(await b.step('sealRequest', id, 'archive', b.admin, { archive: [await file('admin')] })).toContain('没有归还')
  expect(await b.step('sealRequest', id, 'return')).toBe('')
  expect(await b.step('sealRequest', id, 'archive', b.admin, { archive: [await file('admin')] })).toBe('')
  expect(await b.row('sealRequest', id)).toMatchObject({ state: 4, stamped: 3, returnedOn: today })
})

test('another seal has another keeper; one that was handed out and not used comes back before the request is void', async () => {
  const { employee: own = '' } = await employeesOf(b.h)
  const [first, second] = [
    await made('/seal/insert', { name: '甲章', kind: 1, companyId, keeperId: own }),
    await made('/seal/insert', { name: '乙章', kind: 3, companyId, keeperId: ownerId }),
  ]
  const ask = { businessOn: today, sealId: first, purpose: '开户', copies: 1, takeOut: true, backOn: today }
  const id = await made('/sealRequest/insert', { ...ask, papers: [await file('employee')] }, employee)
  const { version } = await b.row('sealRequest', id)
  expect((await employee.post('/sealRequest/update', { id, version, sealId: second })).msg).toBe('')
  expect(await b.row('sealRequest', id)).toMatchObject({ keeperId: ownerId })
  expect(await b.step('sealRequest', id, 'submit', employee)).toBe('')
  expect(await b.step('sealRequest', id, 'unused')).toContain('没有带出')
  expect(await b.step('sealRequest', id, 'take')).toBe('')
  const due = async () => {
    const { rows } = await sql<{ day: string | null }>`select due_back::text as day from seal_request where id = ${id}`.execute(b.h.db)
    return rows[0]?.day
  }
  expect(await due()).toBe(today)
  expect(await b.step('sealRequest', id, 'void')).toContain('还没有归还')
  expect(await b.step('sealRequest', id, 'unused')).toBe('')
  expect([await due(), (await b.admin.post('/sealRequest/void', { id })).msg]).toEqual([null, ''])
})

test('one press on a contract, or on a letter, makes one request: with the files, the seal of the company and the party', async () => {
  const kinds = (await b.admin.post('/contractKind/loadUsual', {})).msg
  expect(kinds).toBe('')
  const kindId = (await b.admin.post('/contractKind/list', { code: 'FW' })).data.list[0].id
  const seals = [
    await made('/seal/insert', { name: '甲公司公章', kind: 1, companyId, keeperId: ownerId }),
    await made('/seal/insert', { name: '甲公司合同章', kind: 2, companyId, keeperId: ownerId }),
  ]
  const draft = [await file('admin')]
  const values = { title: '盖章合同', kindId, companyId, ownerId, partyName: '盖章对方', validFrom: today, validTo: '2027-12-31', draft }
  const contractId = await b.make('contract', values, [])
  expect((await b.admin.post('/contract/askSeal', { id: contractId })).code).not.toBe(0)
  expect(await b.step('contract', contractId, 'submit')).toBe('')
  const requests = async (by: Person = b.admin): Promise<Line[]> =>
    (await by.post('/sealRequest/list', { purpose: '盖章合同', pageSize: 50 })).data.list
  const { data, msg } = await b.admin.post('/contract/askSeal', { id: contractId })
  expect(msg).toBe('')
  expect(data.page).toMatchObject({ list: 'sealRequest' })
  const made1 = await requests()
  expect(made1).toMatchObject([
    { id: data.page.id, state: 0, contractId, party: '盖章对方', sealId: seals[1], copies: 2, employeeId: ownerId },
  ])
  expect(made1[0]?.['papers']).toMatchObject([{ id: draft[0] }])
  expect(await b.step('sealRequest', data.page.id, 'submit')).toBe('')
  expect(await requests()).toHaveLength(1)

  // what HR issued to a person he has stamped himself
  const asked = (await employee.post('/hrLetter/insert', { businessOn: today, kind: 1, purpose: '办理签证' })).data.id
  const ids = [asked]
  expect((await employee.post('/hrLetter/submit', { ids })).code).toBe(0)
  expect((await employee.post('/hrLetter/askSeal', { id: asked })).code).not.toBe(0)
  expect((await b.admin.post('/hrLetter/issue', { ids })).code).toBe(0)
  const pressed = await employee.post('/hrLetter/askSeal', { id: asked })
  expect(pressed.msg).toBe('')
  const { list } = (await employee.post('/sealRequest/list', { purpose: '办理签证', pageSize: 50 })).data
  expect(list).toMatchObject([{ id: pressed.data.page.id, state: 0, letterId: asked, copies: 1 }])
  expect(await b.step('sealRequest', pressed.data.page.id, 'submit', employee)).toBe('')
})

test('compliance of each listing is that of a walk over listings, rules and certificates', async () => {
  const ids = async (query: ReturnType<typeof sql<{ id: string; code: string }>>) =>
    new Map((await query.execute(b.h.db)).rows.map(one => [one.code, one.id]))
  const kinds = await ids(sql`select id::text as id, code from certificate_kind`)
  const countries = await ids(sql`select id::text as id, code from country`)
  const above = await made('/productCategory/insert', { name: '灯具' })
  const below = await made('/productCategory/insert', { name: '台灯', parentId: above })
  const products = [await b.product('Z1'), await b.product('Z2'), await b.product('Z3')]
  await sql`update product set category_id = ${below} where id = any(${products.slice(0, 2)}::bigint[])`.execute(b.h.db)
  await sql`update product set category_id = ${above} where id = ${products[2]}`.execute(b.h.db)
  const shops = (await b.admin.post('/sysShopSetting/list', { pageSize: 50 })).data.list as Line[]
  for (const [at, shop] of shops.entries())
    for (const [of, productId] of products.entries()) {
      if ((at + of) % 4 === 3) continue
      await made('/skuMap/insert', { shopId: shop['id'], sellerSku: `Z-${at}-${of}`, productId })
    }
  const rules: Values[] = []
  for (const [at, countryCode] of ['DE', 'US', 'GB', 'FR'].entries())
    for (const [of, code] of ['CE', 'FCC', 'LUCID'].entries()) {
      const rule = {
        categoryId: (at + of) % 2 === 0 ? above : below,
        countryCode,
        kindId: kinds.get(code),
        orKindIds: of === 1 ? [kinds.get('UL')] : [],
        must: (at + of) % 5 !== 4,
        validFrom: at === 3 ? '2027-01-01' : '2026-01-01',
      }
      rules.push({ ...rule, id: await made('/complianceRule/insert', rule) })
    }
  const held: Values[] = []
  const days = [null, addDays(today, 30), addDays(today, 400), addDays(today, -5)]
  for (const [at, code] of ['CE', 'UL', 'LUCID', 'CE', 'FCC', 'LUCID'].entries()) {
    const values = {
      businessOn: today,
      name: `${code}${at}`,
      kindId: kinds.get(code),
      number: `N${at}`,
      ownerId,
      countries: at % 2 === 0 || at === 5 ? [countries.get('DE')] : [],
      productIds: at === 3 ? [products[1]] : [],
      // the last one holds from next year
      validFrom: at === 5 ? '2027-01-01' : '2025-01-01',
      validTo: at === 5 ? addDays(today, 500) : (days[at % 4] ?? null),
      lines: { added: [] },
    }
    const id = await made('/certificate/insert', values)
    expect(await b.step('certificate', id, 'issue')).toBe('')
    if (at < 5) held.push({ ...values, id })
  }
  const list = (values: unknown): string[] => (Array.isArray(values) ? values.map(String) : [])
  const expected: string[] = []
  for (const [at, shop] of shops.entries())
    for (const [of, productId] of products.entries()) {
      if ((at + of) % 4 === 3) continue
      for (const rule of rules) {
        const inCategory = rule['categoryId'] === above || (rule['categoryId'] === below && of < 2)
        if (!inCategory || rule['countryCode'] !== shop['countryCode'] || rule['must'] !== true || String(rule['validFrom']) > today)
          continue
        const fits = held.filter(
          one =>
            [rule['kindId'], ...list(rule['orKindIds'])].includes(one['kindId'] as string) &&
            (list(one['countries']).length === 0 || list(one['countries']).includes(countries.get(shop['countryCode'] ?? '') ?? '')) &&
            (list(one['productIds']).length === 0 || list(one['productIds']).includes(productId)),
        )
        const until = fits
          .map(one => (one['validTo'] as string | null) ?? '9999-12-31')
          .sort()
          .at(-1)
        const state = until === undefined ? 3 : until < today ? 4 : until < addDays(today, 90) ? 2 : 1
        expected.push(`${shop['id']} Z-${at}-${of} ${String(rule['id'])} ${state}`)
      }
    }
  const found: Line[] = []
  for (let page = 1; ; page++) {
    const { data, msg } = await b.admin.post('/listingCompliance/list', { pageNum: page, pageSize: 50 })
    expect(msg).toBe('')
    found.push(...(data.list as Line[]))
    if (data.list.length < 50) break
  }
  expect(found.map(one => `${one['shopId']} ${one['sellerSku']} ${one['ruleId']} ${one['state']}`).sort()).toEqual(expected.sort())
  expect(expected.length).toBeGreaterThan(5)
  // the badge is the worst of the lines of a listing; of a product that of its listings
  const inside = await b.h.house.asSystem(b.h.demo.organisationIds[0] ?? '', 'test')
  await inside.write((_tx, at) => keepBadges(at))
  const worst = new Map<string, number>()
  for (const one of found) {
    const [listing, state] = [`${one['shopId']} ${one['sellerSku']}`, Number(one['state'])]
    for (const key of [listing, `product ${one['productId']}`]) worst.set(key, Math.max(worst.get(key) ?? 0, state))
  }
  const mapped = (await b.admin.post('/skuMap/list', { sellerSku: 'Z-', pageSize: 200 })).data.list as Line[]
  expect(mapped.length).toBeGreaterThan(5)
  for (const one of mapped) expect(one['compliance'], one['sellerSku']).toBe(worst.get(`${one['shopId']} ${one['sellerSku']}`) ?? null)
  const goods = (await b.admin.post('/productManage/list', { pageSize: 200 })).data.list as Line[]
  for (const one of goods) expect(one['compliance'], one['sku']).toBe(worst.get(`product ${one['id']}`) ?? null)
  expect((await b.admin.post('/skuMap/list', { compliance: [3], pageSize: 200 })).data.list.length).toBeGreaterThan(0)
})

test('the badge follows what it rests on by a job', async () => {
  const added = vi.spyOn(b.h.house.jobs, 'add')
  const rules = (await b.admin.post('/complianceRule/list', { pageSize: 50 })).data.list as (Line & { version: number })[]
  for (const { id, version } of rules)
    expect((await b.admin.post('/complianceRule/update', { id, version, must: false })).msg, String(version)).toBe('')
  expect(added.mock.calls.filter(([, task]) => task === 'contracts.badges')).toHaveLength(rules.length)
  added.mockRestore()
  const badges = async () =>
    ((await b.admin.post('/skuMap/list', { sellerSku: 'Z-', pageSize: 200 })).data.list as Line[]).map(one => one['compliance'])
  expect(new Set(await badges()).size).toBeGreaterThan(1)
  await badgeJobs['contracts.badges']?.(b.h.house.forJobs, { orgId: b.h.demo.organisationIds[0] ?? '' }, new AbortController().signal)
  expect(new Set(await badges())).toEqual(new Set([null]))
  for (const one of rules) {
    const { version } = await b.row('complianceRule', asText(one.id))
    expect((await b.admin.post('/complianceRule/update', { id: one.id, version, must: (one as Values)['must'] })).msg).toBe('')
  }
})

test('a certificate ends not before it begins; on the day after its end it is no longer valid; a loan has 30 days', async () => {
  const kindId = (await b.admin.post('/certificateKind/list', { code: 'CE' })).data.list[0].id
  const values = { businessOn: today, name: 'CE', kindId, number: 'E1', ownerId, validFrom: '2026-05-01', lines: { added: [] } }
  expect((await b.admin.post('/certificate/insert', { ...values, validTo: '2026-04-30' })).msg).toContain('不能早于')
  const id = await made('/certificate/insert', { ...values, validTo: '2026-11-20' })
  expect(await b.step('certificate', id, 'issue')).toBe('')
  const inside = await b.h.house.asSystem(b.h.demo.organisationIds[0] ?? '', 'test')
  await inside.write((tx, at) => endCertificates(at, tx))
  expect(await b.row('certificate', id)).toMatchObject({ state: 3 })
  const loan = { businessOn: today, certificateId: id, employeeId: ownerId, fromOn: today, reason: '投标' }
  expect((await b.admin.post('/borrowRequest/insert', { ...loan, toOn: addDays(today, 31) })).msg).toContain('最长 30 天')
  const lent = await made('/borrowRequest/insert', { ...loan, toOn: addDays(today, 30) })
  const second = await made('/borrowRequest/insert', { ...loan, toOn: today })
  expect(await b.step('borrowRequest', lent, 'lend')).toBe('')
  expect(await b.step('borrowRequest', second, 'lend')).toContain('归还后才能再借')
  expect(await b.step('borrowRequest', lent, 'return')).toBe('')
  expect(await b.step('borrowRequest', second, 'lend')).toBe('')
  expect(await b.row('borrowRequest', lent)).toMatchObject({ state: 3, returnedOn: today })
})

test('a renewal ends what it renews, and nothing renews itself by a circle; fees are told to the owner of their certificate', async () => {
  const kindId = (await b.admin.post('/certificateKind/list', { code: 'SB' })).data.list[0].id
  const { employee: other = '' } = await employeesOf(b.h)
  const values = { businessOn: today, name: '商标', kindId, number: 'R1', ownerId, validFrom: '2016-12-01', validTo: '2026-11-30' }
  const fee = { name: '续展费', dueOn: '2026-12-20', amount: '2700', currency: 'CNY' }
  const id = await made('/certificate/insert', { ...values, lines: { added: [fee] } })
  expect(await b.step('certificate', id, 'issue')).toBe('')
  const feeOf = async () => (await b.admin.post('/certificateFee/list', { certificateId: [id] })).data.list[0]
  expect(await feeOf()).toMatchObject({ ownerId, open: true })
  const { data, msg } = await b.admin.post('/certificate/renewAs', { id })
  expect(msg).toBe('')
  const next = data.page.id
  expect((await b.admin.post('/certificate/renewAs', { id })).msg).toContain('已有续展的新证')
  expect(await b.row('certificate', next)).toMatchObject({ renewsId: id, validFrom: '2026-12-01', state: 0, number: 'R1' })
  const before = await b.row('certificate', next)
  const circle = await b.row('certificate', id)
  expect((await b.admin.post('/certificate/update', { id, version: circle.version, ownerId: other })).msg).toBe('')
  expect(await feeOf()).toMatchObject({ ownerId: other })
  expect((await b.admin.post('/certificate/update', { id: next, version: before.version, renewsId: next })).msg).toContain('续自')
  const now = await b.row('certificate', next)
  expect((await b.admin.post('/certificate/update', { id: next, version: now.version, validFrom: today, validTo: '2036-11-30' })).msg).toBe(
    '',
  )
  expect(await b.step('certificate', next, 'issue')).toBe('')
  expect(await b.row('certificate', id)).toMatchObject({ state: 3 })
})

test('one that was granted before its first day ends the one before it on that day', async () => {
  const kindId = (await b.admin.post('/certificateKind/list', { code: 'SB' })).data.list[0].id
  const values = { businessOn: today, name: '商标二', kindId, number: 'R2', ownerId, validFrom: '2016-12-01', lines: { added: [] } }
  const id = await made('/certificate/insert', values)
  const next = await made('/certificate/insert', { ...values, validFrom: addDays(today, 3), renewsId: id })
  for (const one of [id, next]) expect(await b.step('certificate', one, 'issue')).toBe('')
  const inside = await b.h.house.asSystem(b.h.demo.organisationIds[0] ?? '', 'test')
  await inside.write((tx, at) => endCertificates(at, tx))
  expect(await b.row('certificate', id)).toMatchObject({ state: 1 })
  await sql`update certificate set valid_from = ${today} where id = ${next}`.execute(b.h.db)
  await inside.write((tx, at) => endCertificates(at, tx))
  expect([await b.row('certificate', id), await b.row('certificate', next)]).toMatchObject([{ state: 3 }, { state: 1 }])
})

test('who sells a listing that lacks a certificate is told once', async () => {
  const { rows: before } = await sql<{ n: number }>`select count(*)::int as n from message`.execute(b.h.db)
  const { sales = '' } = await employeesOf(b.h)
  const { list } = (await b.admin.post('/listingCompliance/list', { state: [3], pageSize: 50 })).data
  expect(list.length).toBeGreaterThan(0)
  for (const one of new Map((list as Line[]).map(row => [`${row['shopId']} ${row['sellerSku']}`, row])).values())
    await sql`insert into sku_owner (org_id, shop_id, seller_sku, employee_id, valid_from)
      values (${b.h.demo.organisationIds[0]}, ${one['shopId']}, ${one['sellerSku']}, ${sales}, '2020-01-01')`.execute(b.h.db)
  const inside = await b.h.house.asSystem(b.h.demo.organisationIds[0] ?? '', 'test')
  expect(await inside.write((tx, at) => tellGaps(at, tx))).toBeDefined()
  const { rows: after } = await sql<{ n: number }>`select count(*)::int as n from message`.execute(b.h.db)
  expect(after[0]?.n).toBeGreaterThan(before[0]?.n ?? 0)
  expect(await inside.write((tx, at) => tellGaps(at, tx))).toBeUndefined()
  // one on which listings rest and that has ended: told to its owner, once
  const ended = (await b.admin.post('/listingCompliance/list', { state: [4], pageSize: 50 })).data.list as Line[]
  expect(ended.length).toBeGreaterThan(0)
  const { rows: owners } = await sql<{ text: string }>`select m.title as text from message m
    where m.title like '%有在售商品依据%' order by m.id`.execute(b.h.db)
  expect(owners).toHaveLength(1)
})
