/**
 * The server is killed at each write of posting a fee on its SKUs, and at each of closing a month: nothing of it is there, and done again
 * it gives the figures of a run that nobody cut. A request that is repeated under its key answers the same, of two people one does it,
 * nobody closes while books are being written or writes into what was closed. In the end both proofs hold.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CutProduct, type Answer } from '../setup/cut-product.ts'
import { proofFaults } from '../setup/proven.ts'
import { writeBigSettlement } from './big-settlement.ts'

/** of three lines each, on 300 SKUs of one shop in September */
const orders = 900
const month = '2026-09'
const waitMsMax = 150_000
const fee = '98765.43'
let p: CutProduct
let shopIds: readonly string[] = []
beforeAll(async () => {
  p = await CutProduct.start(['admin', 'boss', 'finance'])
  const form = new FormData()
  form.append('file', new Blob([[...writeBigSettlement('7000000003', orders)].join('')]), 'books.txt')
  const ordered = await p.call('finance', '/AmazonTransactionReport/importData', form)
  await p.until(`select 1 from import_run where state = 2 and id = ${ordered.data.importIds[0]}`)
  await p.refreshed()
  const rows = await p.rows<{ id: string }>('select distinct shop_id::text as id from amazon_settlement_line')
  const others = await p.rows<{ id: string }>(
    `select id::text from shop where org_id = (select min(id) from organisation) and id::text <> $1 order by id limit 1`,
    [rows[0]?.id],
  )
  shopIds = [...rows, ...others].map(row => row.id)
  await p.watchWrites()
})
afterAll(() => p?.remove())

async function onlyOne(answers: Promise<readonly Answer[]>): Promise<string> {
  const all = await answers
  expect(all.map(one => one.code === 0).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
  return all.find(one => one.code !== 0)?.msg ?? ''
}

// ---- a fee on its SKUs

describe('allocation', () => {
  async function made(name: string): Promise<string> {
    const { msg, data } = await p.call('admin', '/CostAllocation/insert', {
      businessOn: `${month}-30`,
      name,
      month,
      amount: fee,
      currency: 'CNY',
      shopIds,
    })
    if (data?.id === undefined) throw new Error(msg)
    return String(data.id)
  }
  const post = (username: string, id: string, key?: string): Promise<Answer> =>
    p.call(username, '/CostAllocation/updateState', { id, state: 1 }, key)
  const stateOf = async (id: string) =>
    (
      await p.owner.query(
        `select a.state, count(s.*)::int as n, coalesce(sum(s.share), 0)::numeric(20,2)::text as sum, max(s.run) as run,
          (select count(*)::int from audit_entry e where e.subject = 'cost_allocation' and e.record_id = a.id::text) as told
        from cost_allocation a left join cost_allocation_share s on s.allocation_id = a.id where a.id = $1 group by a.id`,
        [id],
      )
    ).rows[0]
  const sharesOf = async (id: string) =>
    (
      await p.owner.query(
        'select shop_id, sku, basis, weight::text, share::text from cost_allocation_share where allocation_id = $1 order by 1, 2',
        [id],
      )
    ).rows

  test('cut at each write nothing is there; then it is posted once, as one that nobody cut', { timeout: 900_000 }, async () => {
    const [first, uncut, id] = [await made('首张'), await made('未中断'), await made('中断')]
    expect(await post('admin', first)).toMatchObject({ code: 0 })
    const steps = await p.stepsOf(() => post('admin', uncut))
    expect(steps).toEqual(
      expect.arrayContaining(['UPDATE cost_allocation', 'INSERT cost_allocation_share', 'INSERT stale_day', 'INSERT audit_entry']),
    )
    expect((await sharesOf(uncut)).length).toBeGreaterThan(100)
    const before = await stateOf(id)
    expect(before).toMatchObject({ state: 0, n: 0, sum: '0.00', run: null })
    const key = randomUUID()
    for (const step of steps) {
      await p.cutAt(step, () => post('admin', id, step === steps[0] ? key : undefined))
      expect(await stateOf(id), step).toEqual(before)
    }
    // whoever repeats it under the key of the process that died is told to look; then it is asked for anew
    expect(await post('admin', id, key)).toMatchObject({ code: 1009 })
    const again = randomUUID()
    for (const _ of ['first', 'repeated']) {
      expect(await post('admin', id, again)).toMatchObject({ code: 0 })
      expect(await stateOf(id)).toEqual(await stateOf(uncut))
      expect(await sharesOf(id)).toEqual(await sharesOf(uncut))
    }
    console.log(`allocation: cut at ${steps.length} steps: ${steps.join(', ')}`)
  })

  test('two people post one fee at once: one does, the other is told', async () => {
    const id = await made('订阅费')
    expect(await onlyOne(Promise.all([post('admin', id), post('boss', id)]))).not.toBe('')
    expect(await stateOf(id)).toMatchObject({ state: 1, sum: fee, run: 1 })
  })
})

// ---- a month

describe('month close', () => {
  /** What follows from what was just written, or was begun before a kill, may still be writing into the books. */
  async function settled(work: () => Promise<Answer>): Promise<Answer> {
    await p.refreshed()
    let last = await work()
    for (const end = Date.now() + waitMsMax; last.code !== 0 && Date.now() < end; await pause(200)) last = await work()
    return last
  }
  const close = (username = 'admin'): Promise<Answer> => p.call(username, '/financeMonth/close', { month })
  const reopen = async (): Promise<Answer> =>
    p.call('admin', '/financeMonth/reopen', {
      id: (await p.owner.query<{ id: string }>('select id::text from finance_month')).rows[0]?.id,
      reason: '补录',
    })
  const kept = async () =>
    (
      await p.owner.query(
        `select m.state, m.profit::text, m.result,
          (select count(*)::int from audit_entry a where a.subject = 'finance_month' and a.record_id = m.id::text) as told,
          (select count(*)::int from audit_entry a where a.verb = 'close' and a.subject <> 'finance_month') as figures
        from finance_month m`,
      )
    ).rows
  /** Somebody says of each item why it may be closed. */
  async function sayAll(): Promise<void> {
    const { data } = await p.call('admin', '/financeMonth/check', { month })
    for (const { code, company, state, version } of data.items)
      if (state === 'open') {
        const item = { month, item: code, companyId: company?.id ?? '0', version: version ?? null, isSaid: true, reason: '演练' }
        const said = await p.call('admin', '/financeMonth/sayOfItem', item)
        if (said.code !== 0) throw new Error(said.msg)
      }
  }

  test(
    'cut at each write it stays open; then one of two closes it, with the figures of a close that nobody cut',
    { timeout: 900_000 },
    async () => {
      await p.refreshed()
      await sayAll()
      expect(await settled(close)).toMatchObject({ code: 0 })
      expect(await settled(reopen)).toMatchObject({ code: 0 })
      const steps = await p.stepsOf(() => settled(close))
      expect(steps).toEqual(expect.arrayContaining(['UPDATE finance_month', 'INSERT audit_entry']))
      const [uncut] = await kept()
      expect(await settled(reopen)).toMatchObject({ code: 0 })
      await p.refreshed()
      const before = await kept()
      for (const step of steps) {
        await p.cutAt(step, () => settled(close))
        expect(await kept(), step).toEqual(before)
      }
      await p.refreshed()
      expect(await onlyOne(Promise.all([close('admin'), close('finance')]))).toMatch(/已结账|账目正在写入/)
      expect(await kept()).toEqual([{ ...uncut, told: before[0]?.told + 1, figures: before[0]?.figures + 1 }])
      console.log(`close: cut at ${steps.length} steps: ${steps.join(', ')}`)
    },
  )

  test(
    'cut while it opens the month again it stays closed; then it is opened, and not closed while books are written',
    { timeout: 600_000 },
    async () => {
      const before = await kept()
      await p.cutAt('UPDATE finance_month', reopen)
      expect(await kept()).toEqual(before)
      const rate = { month: '2001-01', currency: 'USD', rate: '7' }
      expect((await p.call('admin', '/currencyManage/add', rate)).msg).toContain('已结账')
      expect(await settled(reopen)).toMatchObject({ code: 0 })
      expect(await kept()).toMatchObject([{ state: 0, told: before[0]?.told + 1 }])
      await p.refreshed()
      // an import that merges holds the months until it ends
      await p.owner.query('begin')
      await p.owner.query(
        `select pg_advisory_xact_lock_shared(hashtextextended('finance month ' || (select min(id) from organisation), 0))`,
      )
      expect((await close()).msg).toContain('账目正在写入')
      await p.owner.query('rollback')
      expect(await settled(close)).toMatchObject({ code: 0 })
    },
  )
})

test('the books and the trail are proven', { timeout: 300_000 }, async () => expect(await proofFaults(p.product)).toEqual([]))
