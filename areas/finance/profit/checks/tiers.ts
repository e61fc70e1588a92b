/**
 * Size tiers of FBA by marketplace and day: how large and heavy a packed unit may be in each, from the smallest tier up. The first that a
 * unit fits is its tier. Those that Amazon published are added where a marketplace has none; people enter the others and every change.
 */
import { decimal, date, integer, money, referenceBy, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context } from '#platform/server/area.ts'
import { sql } from 'kysely'
import { createEach } from '#platform/server/records.ts'

const side = (zh: string, en: string) => decimal(zh, en, 3, { optional: true, min: 0, inline: true, width: 110 })
const noLimit: Title = ['留空表示不限。', 'Empty: no limit.']

export const sizeTier = resource('fba_size_tier', {
  type: 'fbaSizeTier',
  title: ['FBA 尺寸分段', 'FBA size tiers'],
  access: { scope: ownOrganisation, permission: 'finance.orderCheckRule' },
  fields: {
    marketplaceCode: referenceBy('站点', 'Marketplace', 'marketplace', 'code', {
      filter: 'select',
      sort: true,
      editDisabled: true,
      width: 150,
    }),
    place: integer('次序', 'Place', {
      min: 1,
      max: 99,
      sort: true,
      editDisabled: true,
      width: 70,
      help: ['从最小的分段排起，商品属于它放得下的第一个分段。', 'From the smallest on: a unit is in the first tier that it fits.'],
    }),
    tier: text('尺寸分段', 'Size tier', { max: 60, filter: 'contains', width: 180 }),
    alsoCalled: text('报告中的写法', 'In reports', {
      max: 200,
      default: '',
      width: 200,
      help: [
        '费用预览报告里的其他写法，用逗号隔开；大小写和符号不计。',
        'Other writings of the fee preview, by commas; case and signs do not count.',
      ],
    }),
    longest: side('最长边（cm）', 'Longest side (cm)'),
    median: side('次长边（cm）', 'Median side (cm)'),
    shortest: side('最短边（cm）', 'Shortest side (cm)'),
    girth: decimal('长加围（cm）', 'Length and girth (cm)', 3, {
      optional: true,
      min: 0,
      inline: true,
      width: 120,
      help: ['最长边加两倍的次长边与最短边之和。', 'The longest side, and twice the median and the shortest.'],
    }),
    weight: decimal('重量（kg）', 'Weight (kg)', 4, { optional: true, min: 0, inline: true, width: 100, help: noLimit }),
    volumeWeight: decimal('体积重（kg）', 'Volume weight (kg)', 4, { optional: true, min: 0, inline: true, width: 110, help: noLimit }),
    divisor: decimal('体积重除数', 'Divisor', 1, {
      default: '5000.0',
      min: 1,
      width: 100,
      help: [
        '立方厘米除以它得到公斤；美国 139 立方英寸一磅约为 5021.7。',
        'Cubic centimetres of a kilogram; 139 cubic inches a pound are 5021.7.',
      ],
    }),
    fee: money('配送费', 'Fulfilment fee', {
      currency: 'currency',
      optional: true,
      inline: true,
      width: 100,
      help: [
        '留空时取同一店铺费用预览里该分段的最低配送费。',
        'Left empty, the least that fee previews of the same shop say for the tier.',
      ],
    }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { default: 'USD', width: 80 }),
    validFrom: date('生效日期', 'Valid from', { sort: true }),
    validTo: date('失效日期', 'Valid to', { optional: true, sort: true }),
    remark: text('备注', 'Remark', { optional: true, max: 200, width: 200 }),
  },
  list: {
    sort: { field: 'marketplaceCode', way: 'ASC' },
    empty: ['核对时，自动补上店铺站点公布的分段', 'Tiers that Amazon published are added when a shop of the marketplace is checked'],
  },
  record: { label: 'tier' },
  storage: { kind: 'reference', key: ['marketplaceCode', 'place', 'validFrom'] },
  life: { validity: { per: ['marketplaceCode', 'place'], from: 'validFrom', to: 'validTo', opens: 'today' } },
})

interface Tier {
  readonly tier: string
  readonly alsoCalled?: string
  /** longest, median and shortest side, length and girth */
  readonly sides?: readonly [longest: number, median: number, shortest: number | null, girth: number | null]
  readonly weight: number | null
  readonly volumeWeight: number | null
}
interface Published {
  readonly marketplaces: readonly string[]
  readonly from: string
  readonly to: string | null
  readonly divisor: string
  readonly currency: string
  readonly remark: string
  /** of a unit of the table in centimetres and kilograms */
  readonly cm: number
  readonly kg: number
  readonly tiers: readonly Tier[]
}
const [inch, pound, ounces] = [2.54, 0.45359237, 16]
const american = { cm: inch, kg: pound, divisor: '5021.7', currency: 'USD' } as const
const smallStandard: Tier = {
  tier: 'Small standard-size',
  alsoCalled: 'UsSmallStandardSize',
  sides: [15, 12, 0.75, null],
  weight: 16 / ounces,
  volumeWeight: null,
}
const largeStandard: Tier = {
  tier: 'Large standard-size',
  alsoCalled: 'UsLargeStandardSize',
  sides: [18, 14, 8, null],
  weight: 20,
  volumeWeight: 20,
}
const oversize = (name: string, weight: number, sides: Tier['sides']): Tier => ({
  tier: `${name} oversize`,
  alsoCalled: `Us${name}Oversize`,
  ...(sides === undefined ? {} : { sides }),
  weight,
  volumeWeight: weight,
})
const extraLarge = (tier: string, weight: number | null): Tier => ({ tier: `Extra-large ${tier}`, weight, volumeWeight: weight })
/** a side without limit is wider than anything that is sent */
const anySide = 9_999
const parcel = (
  tier: string,
  weight: number,
  [longest, median, shortest]: readonly [number, number, number],
  volumeWeight: number | null = null,
): Tier => ({
  tier,
  sides: [longest, median, shortest, null],
  weight,
  volumeWeight,
})

/** As Seller Central publishes them for the United States, and for the Netherlands with the sites of the same fulfilment network. */
const published: readonly Published[] = [
  {
    ...american,
    marketplaces: ['amazon.com'],
    from: '2023-01-01',
    to: '2024-02-04',
    remark: '亚马逊美国站公布，至 2024-02-04',
    tiers: [
      smallStandard,
      largeStandard,
      oversize('Small', 70, [60, 30, null, 130]),
      oversize('Medium', 150, [108, anySide, null, 130]),
      oversize('Large', 150, [108, anySide, null, 165]),
      { tier: 'Special oversize', alsoCalled: 'UsSpecialOversize', weight: null, volumeWeight: null },
    ],
  },
  {
    ...american,
    marketplaces: ['amazon.com'],
    from: '2024-02-05',
    to: null,
    remark: '亚马逊美国站公布，2024-02-05 起',
    tiers: [
      smallStandard,
      largeStandard,
      { tier: 'Large bulky', alsoCalled: 'UsLargeBulky', sides: [59, 33, 33, 130], weight: 50, volumeWeight: 50 },
      extraLarge('0 to 50 lb', 50),
      extraLarge('50+ to 70 lb', 70),
      extraLarge('70+ to 150 lb', 150),
      extraLarge('150+ lb', null),
    ],
  },
  {
    marketplaces: ['de', 'fr', 'it', 'es', 'nl', 'com.be'].map(site => `amazon.${site}`),
    from: '2023-01-01',
    to: null,
    cm: 1,
    kg: 1,
    divisor: '5000.0',
    currency: 'EUR',
    remark: '亚马逊欧洲公布的分段，请按站点核对',
    tiers: [
      parcel('Small envelope', 0.08, [20, 15, 1]),
      parcel('Standard envelope', 0.46, [33, 23, 2.5]),
      parcel('Large envelope', 0.96, [33, 23, 4]),
      parcel('Extra large envelope', 0.96, [33, 23, 6]),
      parcel('Small parcel', 3.9, [35, 25, 12]),
      parcel('Standard parcel', 11.9, [45, 34, 26]),
      parcel('Small oversize', 1.76, [61, 46, 46], 25.82),
      parcel('Standard oversize', 29.76, [120, 60, 60], 86.4),
      { tier: 'Large oversize', sides: [175, anySide, null, 360], weight: 31.5, volumeWeight: null },
      { tier: 'Special oversize', weight: null, volumeWeight: null },
    ],
  },
]

/** Adds the published tiers of the shops' marketplaces that have none at all; answers how many. Two at once add them once. */
export const addPublishedTiers = (context: Context, shopIds: readonly string[]): Promise<number> =>
  context.write(async (tx, inside) => {
    if (shopIds.length === 0) return 0
    await sql`select pg_advisory_xact_lock(hashtextextended(${`size tiers ${context.caller.orgId}`}, 0))`.execute(tx)
    const codes = await tx
      .selectFrom('shop')
      .select('marketplace_code')
      .where('id', 'in', [...shopIds])
      .distinct()
      .execute()
    const known = await tx.selectFrom('fba_size_tier').select('marketplace_code').distinct().execute()
    const has = new Set(known.map(row => row.marketplace_code))
    const rows = codes.flatMap(({ marketplace_code: code }) => (has.has(code) ? [] : publishedFor(code)))
    return rows.length === 0 ? 0 : createEach(inside, sizeTier, rows)
  })

/** As records, in centimetres and kilograms. */
export function publishedFor(code: string): Readonly<Record<string, unknown>>[] {
  const scaled = (value: number | null | undefined, of: number, scale: number): string | null =>
    value == null || value >= anySide ? null : (value * of).toFixed(scale)
  return published
    .filter(one => one.marketplaces.includes(code))
    .flatMap(({ tiers, cm, kg, divisor, currency, from, to, remark }) =>
      tiers.map(({ tier, alsoCalled = '', sides, weight, volumeWeight }, at) => ({
        marketplaceCode: code,
        place: at + 1,
        tier,
        alsoCalled,
        longest: scaled(sides?.[0], cm, 3),
        median: scaled(sides?.[1], cm, 3),
        shortest: scaled(sides?.[2], cm, 3),
        girth: scaled(sides?.[3], cm, 3),
        weight: scaled(weight, kg, 4),
        volumeWeight: scaled(volumeWeight, kg, 4),
        divisor,
        fee: null,
        currency,
        validFrom: from,
        validTo: to,
        remark,
      })),
    )
}

const named = { sizeTier }
export const tierTables = named
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
