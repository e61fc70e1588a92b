/**
 * One person closes a month while another one's file of that month is merged, whichever comes first: what came before the close is in its
 * figures, what came after it counts in the month that is open, and the closed figures stay what they were.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import type { Person } from '../../../../test/setup/demo-house.ts'
import { settled, settlement } from '../../../../test/setup/amazon-files.ts'

const month = '2026-03'
const march = Date.UTC(2026, 2, 10, 18)
let h: ImportHouse
let closer: Person
beforeAll(async () => {
  h = await openImports()
  closer = await h.signIn('admin')
})
afterAll(() => h?.close())

const file = (round: number): string =>
  settlement(
    settled(round * 2, round * 2 + 2).map(line => ({ ...line, epochMs: march })),
    { id: `9010${round}` },
  )
const bring = (round: number) => h.import(`${round}.txt`, file(round), { shopId: h.shop('amazon.com'), accept: true })
const check = async () => (await closer.post('/financeMonth/check', { month })).data
/** Figures are up to date, and of each item that lacks something somebody has said why. */
async function ready(): Promise<void> {
  await refreshRollups(h.house, h.orgId)
  for (const { code, company, state, version, needs } of (await check()).items)
    if ((state === 'open' || state === 'changed') && needs !== 'clean')
      expect(
        await closer.post('/financeMonth/sayOfItem', {
          month,
          item: code,
          companyId: company?.id ?? '0',
          version,
          isSaid: true,
          reason: '演练',
        }),
      ).toMatchObject({ code: 0 })
}

/** ms that the import, or the close, is ahead of the other */
const rounds = [
  { isImportFirst: true, aheadMs: 40 },
  { isImportFirst: false, aheadMs: 0 },
  { isImportFirst: false, aheadMs: 150 },
] as const

test('whichever comes first', async () => {
  for (const currency of ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'MXN'])
    await h.sql('insert into currency_rate (org_id, month, currency, rate) values ($1, $2, $3, 7) on conflict do nothing', [
      h.orgId,
      `${month}-01`,
      currency,
    ])
  await bring(0)
  for (const [at, { isImportFirst, aheadMs }] of rounds.entries()) {
    const round = at + 1
    await ready()
    const close = () => closer.post('/financeMonth/close', { month })
    const [report, closed] = isImportFirst
      ? await Promise.all([bring(round), pause(aheadMs).then(close)])
      : await Promise.all([pause(aheadMs).then(() => bring(round)), close()])
    expect(report.state).toBe('done')
    await refreshRollups(h.house, h.orgId)
    const booked = await h.sql(
      `select distinct to_char(booked_on, 'YYYY-MM') as month from amazon_settlement_line where settlement_id = $1`,
      [`9010${round}`],
    )
    if (closed.code !== 0) {
      expect(closed.msg).toMatch(/账目正在写入|导入尚未结束|计算/)
      expect(booked).toEqual([{ month }])
      continue
    }
    // what came while it was closing is in the figures of the open month, whole
    expect(booked).toEqual([{ month: '2026-04' }])
    expect(await check()).toMatchObject({ closed: true, altered: [] })
    const [row] = await h.sql('select id::text as id from finance_month where state = 1')
    expect(await closer.post('/financeMonth/reopen', { id: row?.['id'], reason: '补录' })).toMatchObject({ code: 0 })
  }
}, 240_000)
