/**
 * Rules of claims, dated and by marketplace: from and until how many days after the event a kind may be claimed, what a unit is worth
 * and the most that is paid for it. Those that are delivered are added where a marketplace has none of a kind.
 */
import { sql } from 'kysely'
import { choice, computed, date, flag, integer, money, referenceBy, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { Context, RowLock } from '#platform/server/area.ts'
import { createEach } from '#platform/server/records.ts'
import { claimEvents, claimKinds, eventOf, valueRules, type ClaimKind } from './words.ts'

const kindNames = Object.keys(claimKinds) as ClaimKind[]
const eventSql = `case kind ${kindNames.map(name => `when ${claimKinds[name][0]} then ${claimEvents[eventOf[name]][0]}`).join(' ')} end`
const daysMax = 730

export const claimRule = resource('claim_rule', {
  type: 'claimRule',
  title: ['索赔规则', 'Rules of claims'],
  access: { scope: ownOrganisation, permission: 'finance.claimRule' },
  fields: {
    marketplaceCode: referenceBy('站点', 'Marketplace', 'marketplace', 'code', {
      filter: 'select',
      sort: true,
      editDisabled: true,
      width: 150,
    }),
    kind: choice('索赔类型', 'Kind', claimKinds, { filter: 'select', editDisabled: true, width: 130 }),
    event: computed.sql(choice('起算日', 'Counted from', claimEvents, { width: 100 }), eventSql),
    fromDays: integer('最早天数', 'From day', {
      min: 0,
      max: daysMax,
      inline: true,
      help: ['起算日之后满这么多天才能申请，含当天。', 'It may be claimed from this many days after the event on.'],
    }),
    toDays: integer('最晚天数', 'Until day', {
      min: 0,
      max: daysMax,
      inline: true,
      help: ['起算日之后第几天是最后一天，含当天。', 'The last day, counted from the event.'],
    }),
    valueRule: choice('金额规则', 'Value by', valueRules, {
      default: 1,
      width: 110,
      help: [
        '采购成本取产品成本，不含运费和关税；售价取退款金额，没有订单时取之前 90 天的平均售价。',
        'Purchase cost without freight and duty; or the refund, without an order the mean price of the 90 days before.',
      ],
    }),
    unitMax: money('单件上限', 'Most for a unit', { currency: 'currency', optional: true, width: 110 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { default: 'USD', width: 80 }),
    isOn: flag('启用', 'In use', { default: true, inline: true, width: 80 }),
    validFrom: date('生效日期', 'Valid from', {
      sort: true,
      help: ['按起算日取当天生效的规则。', 'The rule of the day of the event holds.'],
    }),
    validTo: date('失效日期', 'Valid to', { optional: true, sort: true }),
    remark: text('备注', 'Remark', { optional: true, max: 200, width: 180 }),
  },
  list: {
    sort: { field: 'marketplaceCode', way: 'ASC' },
    empty: ['查找索赔时，自动补上店铺站点的默认规则', 'The usual rules of the shops’ marketplaces are added when claims are looked for'],
  },
  record: { label: 'kind' },
  storage: { kind: 'reference', key: ['marketplaceCode', 'kind', 'validFrom'] },
  life: { validity: { per: ['marketplaceCode', 'kind'], from: 'validFrom', to: 'validTo' } },
})

/** A rule whose days are out of order, however it is written. */
export const ruleLocks: Readonly<Record<string, RowLock>> = {
  claim_rule: (_context, _db, isRemoval) =>
    Promise.resolve(
      isRemoval
        ? []
        : [
            {
              where: sql<boolean>`${sql.ref('claim_rule.to_days')} < ${sql.ref('claim_rule.from_days')}`,
              reason: sentence`最晚天数不能小于最早天数`,
            },
          ],
    ),
}

interface Delivered {
  readonly kind: ClaimKind
  readonly days: readonly [from: number, to: number]
  readonly valueRule: keyof typeof valueRules
  readonly valid: readonly [from: string, to: string | null]
}
const unitMax = '5000'
const always = ['2020-01-01', null] as const
/** Amazon.com pays purchase cost for what was lost before an order from this day on, and the price of sales before */
const costSince = '2025-03-31'
const priceUntil = '2025-03-30'
const europe: ReadonlySet<string> = new Set(
  ['co.uk', 'de', 'fr', 'it', 'es', 'nl', 'com.be', 'ie', 'se', 'pl'].map(site => `amazon.${site}`),
)
const beforeOrder: readonly ClaimKind[] = ['lost', 'damaged', 'removalLost', 'removalOther', 'inbound']

/** Rules of a marketplace as they are delivered; an inbound rule and one of customer returns only where the days are known. */
export function deliveredRules(code: string): readonly Delivered[] {
  const isUs = code === 'amazon.com'
  const isAe = code === 'amazon.ae'
  const days: Partial<Record<ClaimKind, readonly [number, number]>> = {
    lost: [0, 60],
    damaged: [0, 60],
    ...(isUs ? { customerReturn: [60, 120] as const } : europe.has(code) ? { customerReturn: [45, 105] as const } : {}),
    removalLost: [15, 75],
    removalOther: [0, isAe ? 30 : 60],
    ...(isAe ? { inbound: [15, 60] as const } : {}),
  }
  return (Object.entries(days) as [ClaimKind, readonly [number, number]][]).flatMap(([kind, of]): Delivered[] => {
    if (!beforeOrder.includes(kind)) return [{ kind, days: of, valueRule: 'sale', valid: always }]
    if (!isUs) return [{ kind, days: of, valueRule: 'cost', valid: always }]
    return [
      { kind, days: of, valueRule: 'sale', valid: [always[0], priceUntil] },
      { kind, days: of, valueRule: 'cost', valid: [costSince, null] },
    ]
  })
}

/** Adds the delivered rules of marketplaces and kinds that have none at all; answers how many. */
export async function addDeliveredRules(context: Context, codes: readonly string[]): Promise<number> {
  if (codes.length === 0) return 0
  const known = await context.db
    .selectFrom('claim_rule')
    .select(['marketplace_code', 'kind'])
    .where('marketplace_code', 'in', [...codes])
    .execute()
  const has = new Set(known.map(one => `${one.marketplace_code} ${one.kind}`))
  const rows = codes.flatMap(code =>
    deliveredRules(code)
      .filter(({ kind }) => !has.has(`${code} ${claimKinds[kind][0]}`))
      .map(({ kind, days, valueRule, valid }) => ({
        marketplaceCode: code,
        kind: claimKinds[kind][0],
        fromDays: days[0],
        toDays: days[1],
        valueRule: valueRules[valueRule][0],
        unitMax,
        currency: 'USD',
        isOn: true,
        validFrom: valid[0],
        validTo: valid[1],
        remark: null,
      })),
  )
  return createEach(context, claimRule, rows)
}
