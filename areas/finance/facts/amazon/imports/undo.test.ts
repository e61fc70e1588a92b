/** Taking an import back: cancelled before it is merged, deleted after; in both cases the books hold exactly what is left. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { stagingLock } from '#platform/server/imports/lock-shop.ts'
import { openImports, rowsOfEverything, rowsStaged, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'
import { orders, report, settled, settlement, totalOfAll, withStatus } from '../../../../../test/setup/amazon-files.ts'

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h.close())
beforeEach(async () => {
  for (const table of [
    'amazon_settlement',
    'amazon_settlement_line',
    'amazon_settlement_seen',
    'amazon_transaction_line',
    'amazon_line_seen',
    'amazon_line_release',
    'stale_day',
    'finance_month',
  ])
    await h.sql(`delete from ${table}`)
})
const ledger = async (): Promise<string | undefined> => {
  const told = (await h.ledger('2025-03-01', '2025-03-31'))[h.shop('amazon.com')]
  return told === undefined ? undefined : canonical(told)
}
const remove = (id: string) => h.clerk.post('/fileImportHistory/delete', { id })
const cancel = (id: string) => h.clerk.post('/fileImportHistory/cancel', { id })

describe('deletion', () => {
  test('removes what the import brought and leaves what others brought', async () => {
    const first = await h.import('a.csv', report(orders(0, 10)))
    await h.import('b.csv', report(orders(20, 25)))
    expect(await remove(first.id)).toMatchObject({ code: 0, data: { removed: 10, handedOn: 0 } })
    expect(await ledger()).toBe(canonical(totalOfAll(orders(20, 25))))
    expect(await h.import('a.csv', report(orders(0, 10)))).toMatchObject({ lines: { merged: 10, unchanged: 0 } })
    expect(await ledger()).toBe(canonical(totalOfAll([...orders(0, 10), ...orders(20, 25)])))
  })
  test('hands lines that a later import met again on to it', async () => {
    const first = await h.import('a.csv', report(orders(0, 10)))
    const second = await h.import('b.csv', report(orders(6, 14)))
    expect(await remove(first.id)).toMatchObject({ code: 0, data: { removed: 6, handedOn: 4 } })
    expect(await h.sql('select distinct import_id::text as id from amazon_transaction_line')).toEqual([{ id: second.id }])
    expect(await ledger()).toBe(canonical(totalOfAll(orders(6, 14))))
    expect(await remove(second.id)).toMatchObject({ code: 0, data: { removed: 8, handedOn: 0 } })
    expect(await ledger()).toBeUndefined()
    expect(await h.sql('select count(*)::int as n from amazon_line_seen')).toEqual([{ n: 0 }])
  })
  test('a settlement is handed on too, and its transaction lines count again when it is gone', async () => {
    await h.import('t.csv', report(orders(0, 4)))
    const first = await h.import('s.txt', settlement(settled(0, 5)))
    const second = await h.import('again.txt', settlement(settled(0, 5)))
    expect(await ledger()).toBe(canonical(totalOfAll(orders(0, 5))))
    expect(await remove(first.id)).toMatchObject({ code: 0, data: { removed: 0, handedOn: 15 } })
    expect(await ledger()).toBe(canonical(totalOfAll(orders(0, 5))))
    expect(await remove(second.id)).toMatchObject({ code: 0, data: { removed: 15, handedOn: 0 } })
    expect(await ledger()).toBe(canonical(totalOfAll(orders(0, 4))))
  })
  test('a release goes with the import that noted it, or to a later one that met the line', async () => {
    const [deferred, released] = ['Deferred', 'Released'].map(status =>
      report(
        orders(0, 2).map(l => ({ ...l, status })),
        withStatus,
      ),
    )
    const a = await h.import('a.csv', deferred ?? '')
    const b = await h.import('b.csv', released ?? '')
    const c = await h.import('c.csv', released ?? '')
    const state = async (): Promise<unknown> =>
      h.sql(
        'select (select count(*)::int from amazon_transaction_line where deferred) as deferred, (select count(*)::int from ' +
          'amazon_transaction_line) as lines, (select count(*)::int from amazon_line_release) as releases',
      )
    expect(await state()).toEqual([{ deferred: 0, lines: 2, releases: 2 }])
    expect(await remove(b.id)).toMatchObject({ data: { removed: 0 } })
    expect(await state()).toEqual([{ deferred: 0, lines: 2, releases: 2 }])
    expect(await remove(c.id)).toMatchObject({ data: { removed: 0 } })
    expect(await state()).toEqual([{ deferred: 2, lines: 2, releases: 0 }])
    await h.import('b.csv', released ?? '')
    expect(await state()).toEqual([{ deferred: 0, lines: 2, releases: 2 }])
    expect(await remove(a.id)).toMatchObject({ data: { removed: 0, handedOn: 2 } })
    expect(await state()).toEqual([{ deferred: 0, lines: 2, releases: 2 }])
  })
  test.each([
    ['which counted as released', 'released first', 0],
    ['which kept its deferred share', 'closed first', 1],
  ])('a release in a closed month %s leaves its figures as they were closed', async (_name, order, refused) => {
    const [deferred, released] = ['Deferred', 'Released'].map(status =>
      report(
        orders(0, 2).map(l => ({ ...l, status })),
        withStatus,
      ),
    )
    await h.import('a.csv', deferred ?? '')
    const close = () => h.sql(`insert into finance_month (org_id, month, state) values ($1, '2025-03-01', 1)`, [h.orgId])
    if (refused === 1) await close()
    const b = await h.import('b.csv', released ?? '')
    if (refused === 0) await close()
    const before = await h.sql('select deferred from amazon_transaction_line')
    const answer = await remove(b.id)
    expect(answer, order).toMatchObject(refused === 0 ? { msg: expect.stringContaining('已计入结账的月份') } : { code: 0 })
    expect(await h.sql('select deferred from amazon_transaction_line')).toEqual(before)
    expect(await h.sql('select count(*)::int as n from amazon_line_release')).toEqual([{ n: refused === 0 ? 2 : 0 }])
  })
  test('lines that come again after their deletion can be released again', async () => {
    const [deferred, released] = ['Deferred', 'Released'].map(status =>
      report(
        orders(0, 2).map(l => ({ ...l, status })),
        withStatus,
      ),
    )
    const first = await h.import('a.csv', deferred ?? '')
    const second = await h.import('b.csv', released ?? '')
    await remove(second.id)
    await remove(first.id)
    expect(
      await h.sql('select (select count(*)::int from amazon_transaction_line) + (select count(*)::int from amazon_line_release) as n'),
    ).toEqual([{ n: 0 }])
    await h.import('a.csv', deferred ?? '')
    expect(await h.import('b.csv', released ?? '')).toMatchObject({ state: 'done', lines: { unchanged: 2 } })
  })
  test('is refused while a line is audited', async () => {
    const told = await h.import('a.csv', report(orders(0, 3)))
    await h.sql(`update amazon_transaction_line set audit_state = 1 where order_id = '111-1'`)
    const before = await rowsOfEverything(h)
    expect(await remove(told.id)).toMatchObject({
      code: expect.toSatisfy((c: number) => c > 0),
      msg: expect.stringContaining('有 1 行已审核'),
    })
    expect(await rowsOfEverything(h)).toEqual(before)
    expect(await h.details(told.id)).toMatchObject({ state: 'done' })
  })
  test.each([
    ['transactions', report(orders(0, 3))],
    ['a settlement', settlement(settled(0, 3))],
  ])('is refused when its month is closed: %s', async (_name, content) => {
    const told = await h.import('a.txt', content)
    await h.sql(`insert into finance_month (org_id, month, state) values ($1, '2025-03-01', 1)`, [h.orgId])
    const before = await rowsOfEverything(h)
    expect(await remove(told.id)).toMatchObject({ msg: expect.stringContaining('已结账的月份') })
    expect(await rowsOfEverything(h)).toEqual(before)
  })
  test('a settlement that only proved a closed month counts itself once that month is open and its lines are gone', async () => {
    const lines = await h.import('t.csv', report(orders(0, 4)))
    await h.sql(`insert into finance_month (org_id, month, state) values ($1, '2025-03-01', 1)`, [h.orgId])
    await h.import('s.txt', settlement(settled(0, 4)))
    await h.sql('delete from finance_month')
    expect(await remove(lines.id)).toMatchObject({ data: { removed: 4 } })
    expect(await h.sql('select counted_from from amazon_settlement')).toEqual([{ counted_from: 1 }])
    const april = (await h.ledger('2025-04-01', '2025-04-30'))[h.shop('amazon.com')]
    expect(canonical(april ?? '')).toBe(canonical(totalOfAll(orders(0, 4))))
  })
  test('twice at once removes once', async () => {
    const told = await h.import('a.csv', report(orders(0, 10)))
    const answers = await Promise.all([remove(told.id), remove(told.id)])
    expect(answers.filter(a => a.code === 0)).toHaveLength(1)
    expect(await h.sql('select count(*)::int as n from amazon_transaction_line')).toEqual([{ n: 0 }])
  })
})

describe('cancelling', () => {
  const big = report(orders(0, 40_000))
  const cancelled = async (id: string, before: object): Promise<void> => {
    expect(await h.details(id)).toMatchObject({ state: 'cancelled', lines: { merged: 0, unchanged: 0 } })
    expect(await rowsStaged(h)).toBe(0)
    expect(await rowsOfEverything(h)).toEqual(before)
  }
  /** Waits until `isTrue`, while an import runs. */
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    for (let tries = 0; tries < 12_000 && !(await isTrue()); tries++) await pause(5)
  }

  test('while it waits: it never begins', async () => {
    const before = await rowsOfEverything(h)
    const id = await h.order('a.csv', report(orders(0, 5)))
    expect(await cancel(id)).toMatchObject({ code: 0 })
    await h.run(id)
    await cancelled(id, before)
    expect(await h.sql('select state from task order by id desc limit 1')).toEqual([{ state: 4 }])
    expect(await cancel(id)).toMatchObject({ msg: expect.stringContaining('已结束') })
  })
  test('while it reads', async () => {
    const before = await rowsOfEverything(h)
    const id = await h.order('a.csv', big)
    const running = h.run(id)
    await until(async () => (await h.details(id)).state === 'running')
    await cancel(id)
    await running
    await cancelled(id, before)
  })
  test('while it merges', async () => {
    const before = await rowsOfEverything(h)
    const id = await h.order('a.csv', report(orders(0, 50)))
    // the merge waits here for as long as the test wants
    await h.sql('begin')
    await h.sql('lock table stale_day in share mode')
    const running = h.run(id)
    await until(
      async () =>
        Number((await h.sql(`select count(*)::int as n from pg_locks where relation = 'stale_day'::regclass and not granted`))[0]?.['n']) >
        0,
    )
    await cancel(id)
    await running
    await h.sql('rollback')
    await cancelled(id, before)
  })
  test('what it has sent and is not committed yet is waited for', async () => {
    const id = await h.order('a.csv', report(orders(0, 5)))
    const key = `hashtextextended('${stagingLock(id)}', 0)`
    await h.sql(`select pg_advisory_lock(${key})`)
    const running = h.run(id)
    const waits = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`
    await until(async () => Number((await h.sql(waits))[0]?.['n']) > 0)
    expect(await h.details(id)).toMatchObject({ state: 'running' })
    await h.sql(`select pg_advisory_unlock(${key})`)
    await running
    expect(await h.details(id)).toMatchObject({ state: 'done' })
  })
  test('only by the person who ordered it', async () => {
    const id = await h.order('a.csv', report(orders(0, 5)))
    expect(await h.boss.post('/fileImportHistory/cancel', { id })).toMatchObject({
      code: expect.toSatisfy((c: number) => c === 1003 || c === 1004),
    })
    expect(await h.run(id)).toMatchObject({ state: 'done' })
  })
})
