/** 运费核对: what was estimated when a consignment left, and what its carriers have billed. */
import { sql } from 'kysely'
import { bigInteger, choice, date, decimal, money, reference, referenceBy } from '#platform/declare/fields.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { view, tablesOf } from '#platform/server/database.ts'
import { freightAmounts } from '#areas/finance/index.ts'
import type { firstLegBillItem } from '#areas/finance/index.ts'

const amount = (zh: string, en: string) =>
  money(zh, en, { optional: true, total: true, sort: true, currency: 'currency', see: freightAmounts, width: 120 })
/** percent of the estimate that a bill may differ by before somebody looks at it */
const tolerated = 3

export const freightCheck = view(
  'freight_check',
  {
    type: 'freightCheck',
    title: ['运费核对', 'Freight check'],
    access: { scope: ownOrganisation, permission: 'finance.freight.firstLeg' },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      shipmentId: reference('头程货件', 'Consignment', 'first_leg_shipment', { filter: 'select', sort: true, width: 180 }),
      departedOn: date('发运日期', 'Departed on', { optional: true, filter: 'range', sort: true, width: 110 }),
      estimate: amount('预估', 'Estimated'),
      billed: amount('账单', 'Billed'),
      difference: amount('差异', 'Difference'),
      percent: decimal('差异（%）', 'Difference, %', 2, { optional: true, sort: true, filter: 'range', see: freightAmounts, width: 100 }),
      result: choice(
        '核对结果',
        'Result',
        { same: [1, '相符', 'Agrees', 'good'], off: [2, '超出 3%', 'Beyond 3 %', 'bad'] },
        { optional: true, filter: 'select', see: freightAmounts, width: 100 },
      ),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 }),
    },
    list: {
      search: false,
      sort: { field: 'shipmentId', way: 'DESC' },
      empty: ['有预估或实际账单的货件，这里对照两者', 'Consignments with an estimate or a bill, both beside each other'],
    },
    storage: { primary: ['shipmentId', 'currency'] },
  },
  db => {
    const estimated = sql`sum(i.amount) filter (where b.meaning = 2)`
    const billed = sql`sum(i.amount) filter (where b.meaning = 1)`
    const percent = sql`round((${billed} - ${estimated}) * 100 / nullif(${estimated}, 0), 2)`
    return tablesOf<'first_leg_bill' | typeof firstLegBillItem | 'first_leg_shipment'>(db)
      .selectFrom('first_leg_bill as b')
      .innerJoin('first_leg_bill_item as i', 'i.bill_id', 'b.id')
      .innerJoin('first_leg_shipment as s', 's.id', 'b.shipment_id')
      .where(sql<boolean>`b.state = 1`)
      .groupBy(['b.org_id', 'b.shipment_id', 's.departed_on', 'b.currency'])
      .select([
        sql<string>`b.org_id`.as('org_id'),
        sql<string>`b.shipment_id`.as('shipment_id'),
        sql<string | null>`s.departed_on`.as('departed_on'),
        sql<string>`b.currency`.as('currency'),
        sql<string | null>`${estimated}`.as('estimate'),
        sql<string | null>`${billed}`.as('billed'),
        sql<string | null>`${billed} - ${estimated}`.as('difference'),
        sql<string | null>`${percent}`.as('percent'),
        sql<number | null>`case when abs(${percent}) > ${sql.lit(tolerated)} then 2 when ${percent} is not null then 1 end`.as('result'),
      ])
  },
)
