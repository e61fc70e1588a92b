/**
 * Advertising reports of the demo company's Amazon shops, as files that its finance clerk imports: campaigns for the two years that
 * the demo has orders of, breakdowns of the last weeks that say a little less than the campaign report, search terms of the last months.
 * What the campaigns of a shop spent is what its invoices bill, which whoever makes those hands over; of the older year nobody kept any.
 */
import { sql } from 'kysely'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays, addMonths, lastOfMonth, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { figuresOf, spentBefore, spentOf, type AdBill, type Figures, type Random, type Spent } from './demo-spend.ts'
import { headsOf } from './sheets.ts'

const [shopsMax, skusMax, seed, olderSeed, days, detailDays, termMonths] = [4, 3, 41, 141, 365, 56, 3]
const accepted = '已对照亚马逊广告后台核对列和合计'

type Cells = Readonly<Record<string, string | number>>
interface DemoShop {
  readonly id: string
  readonly site: string
  readonly country: string
  readonly currency: string
  readonly decimals: number
}

/** `bills`: of each shop by its id; a shop without any spends as it likes. */
export async function makeAds({ now, as }: DemoPeople, bills: ReadonlyMap<string, readonly AdBill[]>): Promise<void> {
  const context = await as('finance')
  const { db } = context
  const shops: DemoShop[] = await db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .innerJoin('country as c', 'c.code', 'm.country_code')
    .innerJoin('currency as u', 'u.code', 's.currency')
    .select([
      sql<string>`s.id::text`.as('id'),
      sql<string>`m.code`.as('site'),
      sql<string>`c.name_en`.as('country'),
      sql<string>`s.currency`.as('currency'),
      sql<number>`u.decimals`.as('decimals'),
    ])
    .where(sql<boolean>`m.code like 'amazon.%'`)
    .orderBy('s.id')
    .limit(shopsMax)
    .execute()
  const today = now.toISOString().slice(0, 10)
  for (const [at, shop] of shops.entries()) {
    const offers = await db
      .selectFrom('sku_map as m')
      .select(sql<string>`m.seller_sku`.as('sku'))
      .where(sql<boolean>`m.shop_id = ${shop.id}`)
      .orderBy('m.id')
      .limit(skusMax)
      .execute()
    if (offers.length === 0) continue
    const fileIds: string[] = []
    const random = seededRandom(seed + at)
    // a campaign of each article, and one of Sponsored Brands and of Sponsored Display
    const wish = { first: addDays(today, -days), end: today, campaigns: offers.length + 2, bills: bills.get(shop.id) ?? [] }
    const known = spentOf({ ...wish, decimals: shop.decimals }, random)
    const spent: Spent = new Map([...spentBefore(known, seededRandom(olderSeed + at)), ...known])
    const skus = offers.map(one => one.sku)
    for (const { code, rows } of reportsOf({ shop, skus, today, spent }, random)) {
      const content = sheetText(code, rows)
      fileIds.push(
        await keepUpload(context, { name: `${shop.site}-${code}.csv`, contentType: 'text/csv; charset=utf-8', content: [content] }),
      )
    }
    await startImport(context, { fileIds, shopId: shop.id, accepted })
  }
}

/** A file in Amazon's heads, as the sheet of this code reads them. */
function sheetText(code: string, rows: readonly Cells[]): string {
  const heads = headsOf(code).filter(([name]) => rows.some(row => Object.hasOwn(row, name)))
  const quoted = (cell: string | number): string => (/[",]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell))
  return [
    heads.map(([, head]) => quoted(head)).join(','),
    ...rows.map(row => heads.map(([name]) => quoted(new Map(Object.entries(row)).get(name) ?? '')).join(',')),
    '',
  ].join('\n')
}

interface Wish {
  readonly shop: DemoShop
  readonly skus: readonly string[]
  readonly today: string
  readonly spent: Spent
}
function reportsOf({ shop, skus, today, spent }: Wish, random: Random): { code: string; rows: Cells[] }[] {
  const { country, currency } = shop
  const common = { country, currency }
  const campaigns = skus.map((sku, at) => ({
    sku,
    campaign: `SP ${sku} ${at % 2 === 0 ? 'Auto' : 'Exact'}`,
    portfolio: at === 0 ? 'Core' : 'New',
  }))
  const [products, brands, display, groups, targets, advertised]: Cells[][] = [[], [], [], [], [], []]
  const spoken = (figures: Figures, window: 7 | 14): Cells => ({
    impressions: figures.impressions,
    clicks: figures.clicks,
    spend: money(figures.spendCents, shop),
    [`orders${window}`]: figures.orders,
    [`sales${window}`]: money(figures.salesCents, shop),
  })
  for (const [day, figuresOfDay] of spent) {
    const [brand = figuresOf(random), view = figuresOf(random), ...ofCampaigns] = figuresOfDay
    for (const [at, { sku, campaign, portfolio }] of campaigns.entries()) {
      const figures = ofCampaigns[at] ?? figuresOf(random)
      const line = { day, campaign, portfolio, ...common }
      const state = { programType: 'Sponsored Products', status: 'ENABLED', budget: money(2_000, shop), targetingType: 'Manual targeting' }
      products?.push({ ...line, ...state, bidding: 'Fixed bids', ...spoken(figures, 7) })
      if (day < addDays(today, -detailDays)) continue
      // the campaign report is the later one: a breakdown lacks the last clicks of some days
      const told = random.below(9) === 0 ? { ...figures, spendCents: Math.max(0, figures.spendCents - 25) } : figures
      const group = { ...line, adGroup: `${sku} group` }
      groups?.push({ ...group, ...spoken(told, 7) })
      targets?.push({ ...group, target: `${sku.toLowerCase()} home`, matchType: 'EXACT', ...spoken(told, 7) })
      advertised?.push({ ...group, sku, asin: `B0${sku}`.slice(0, 10), ...spoken(told, 7) })
    }
    brands?.push({ day, campaign: 'SB Brand', portfolio: 'Core', ...common, telling: 0, ...spoken(brand, 14) })
    display?.push({ day, campaign: 'SD Views', portfolio: 'Core', ...common, telling: 'CPC', ...spoken(view, 14) })
  }
  const terms: Cells[] = []
  for (let back = termMonths; back > 0; back -= 1) {
    const month = addMonths(monthOf(today), -back)
    for (const { sku, campaign, portfolio } of campaigns)
      for (const word of ['box', 'box with lid', 'large', 'cheap', 'gift', 'spare part']) {
        const figures = figuresOf(random)
        const line = { startOn: firstOfMonth(month), endOn: lastOfMonth(month), campaign, portfolio, ...common, adGroup: `${sku} group` }
        terms.push({
          ...line,
          target: `${sku.toLowerCase()} home`,
          matchType: 'BROAD',
          term: `${sku.toLowerCase()} ${word}`,
          ...spoken(figures, 14),
        })
      }
  }
  return [
    { code: 'amazonAdCampaigns', rows: products ?? [] },
    { code: 'amazonAdBrandCampaigns', rows: brands ?? [] },
    { code: 'amazonAdDisplayCampaigns', rows: display ?? [] },
    { code: 'amazonAdGroups', rows: groups ?? [] },
    { code: 'amazonAdTargets', rows: targets ?? [] },
    { code: 'amazonAdProducts', rows: advertised ?? [] },
    { code: 'amazonAdSearchTerms', rows: terms },
  ]
}

const money = (cents: number, { decimals }: DemoShop): string =>
  decimals === 0 ? String(cents) : `${String(Math.trunc(cents / 100))}.${String(cents % 100).padStart(2, '0')}`
