/** Settlements against their pay-outs: what a settlement says is paid, and what Amazon says it sent to the bank. */
import { sql } from 'kysely'
import { choice, date, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { payoutPermission } from './sheet.ts'

const states = {
  equal: [1, '一致', 'Equal', 'good'],
  differs: [2, '有差异', 'Differs', 'bad'],
  unsettled: [3, '缺结算单', 'No settlement yet', 'warn'],
  underWay: [4, '未到账', 'Not there yet', 'info'],
} as const
const figure = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { currency: 'currency', total: true, sort: true, width: 120, ...more })
const sent = sql`coalesce(sum(p.amount) filter (where p.status in ('STARTED', 'IN_TRANSIT')), 0)`
const paid = sql`coalesce(sum(p.amount) filter (where p.status = 'PAID'), 0)`

export const payoutCheck = view(
  'amazon_payout_check',
  {
    type: 'amazonPayoutCheck',
    title: ['亚马逊放款核对', 'Amazon pay-outs compared'],
    access: { scope: grantedShops, permission: payoutPermission },
    fields: {
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
      settlementId: text('结算编号', 'Settlement id', { filter: 'equals', width: 140 }),
      lastOn: date('最近放款', 'Last paid out', { filter: 'range', sort: true, width: 110 }),
      settled: figure('结算单金额', 'Settlement', { optional: true }),
      paid: figure('已到账', 'Paid'),
      sent: figure('在途', 'In transit'),
      failed: figure('失败', 'Failed', { help: ['银行退回的放款，通常会再付一次', 'Sent back by the bank; mostly it is paid again'] }),
      difference: figure('差异', 'Difference', {
        optional: true,
        help: ['已到账 + 在途 − 结算单金额', 'Paid and in transit less the settlement'],
      }),
      state: choice('状态', 'State', states, { filter: 'select', width: 110 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 70 }),
    },
    list: {
      search: false,
      sort: { field: 'lastOn', way: 'DESC' },
      shownAs: { card: { title: 'settlementId', subtitle: 'lastOn', amount: 'paid', state: 'state' } },
      empty: ['取回放款后，这里与结算单逐张核对', 'Pay-outs are held against settlements here'],
    },
    storage: { primary: ['shopId', 'settlementId', 'currency'] },
  },
  db => {
    const settled = sql`max(s.total)`
    const difference = sql`${paid} + ${sent} - ${settled}`
    return anyTable(db)
      .selectFrom('amazon_payout as p')
      .leftJoin('amazon_settlement as s', join => join.on(sql<boolean>`s.shop_id = p.shop_id and s.settlement_id = p.settlement_id`))
      .where(sql<boolean>`p.settlement_id <> ''`)
      .groupBy([sql`p.shop_id`, sql`p.settlement_id`, sql`p.currency`])
      .select([
        ...['shop_id', 'settlement_id', 'currency'].map(name => sql.ref<string>(`p.${name}`).as(name)),
        sql<string>`max(p.reported_on)`.as('last_on'),
        sql<string>`${settled}`.as('settled'),
        sql<string>`${paid}`.as('paid'),
        sql<string>`${sent}`.as('sent'),
        sql<string>`coalesce(sum(p.amount) filter (where p.status = 'FAILED'), 0)`.as('failed'),
        sql<string>`${difference}`.as('difference'),
        sql<number>`(case when ${settled} is null then ${sql.lit(states.unsettled[0])}
          when ${difference} <> 0 then ${sql.lit(states.differs[0])}
          when ${sent} <> 0 then ${sql.lit(states.underWay[0])} else ${sql.lit(states.equal[0])} end)::smallint`.as('state'),
      ])
  },
)
