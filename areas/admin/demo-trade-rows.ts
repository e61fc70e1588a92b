/** Writes what the demo company trades in: rates, shops with their grants, products, seller SKUs. */
import { insertEntries } from '#platform/server/records.ts'
import { marketplaceSeed } from '#areas/reference/index.ts'
import { type Tx, defined } from '#platform/server/area.ts'
import { addMonths } from '#platform/format/dates.ts'
import { seededRandom } from './seeded-random.ts'
import { demoShops } from './demo-people.ts'
import { demoCategories, demoProducts, demoRates, demoRateSource, type DemoProduct } from './demo-trade.ts'

export interface DemoShop {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly marketplaceCode: string
  readonly currency: string
  readonly zone: string
  readonly sellerSkus: readonly { readonly sellerSku: string; readonly product: DemoProduct; readonly productId: string }[]
}
/** username: null where the person has no account */
export interface DemoEmployee {
  readonly id: string
  readonly username: string | null
  readonly department: string
}

const monthsDefault = 14
/** months before them, of whose orders nothing is settled */
const olderMonths = 12
/** products of each organisation; 300 in all */
const productCounts = [240, 60] as const

export const ids = (rows: readonly { id: string }[]): string[] => rows.map(row => row.id)

/** The same months and rates in every organisation; the trail says who brought them, as of any rates. */
export async function makeRates(
  tx: Tx,
  organisationIds: readonly string[],
  clerk: { readonly id: string; readonly name: string; readonly at: Date },
  lastMonth: string,
  months = monthsDefault,
): Promise<void> {
  const rates = [...demoRates(lastMonth, months), ...demoRates(addMonths(lastMonth, -months), olderMonths)]
  await tx
    .insertInto('currency_rate')
    .values(organisationIds.flatMap(orgId => rates.map(rate => ({ org_id: orgId, ...rate, source: demoRateSource }))))
    .execute()
  await insertEntries(
    tx,
    organisationIds.map(orgId => ({
      org_id: orgId,
      at: clerk.at.toISOString(),
      account_id: clerk.id,
      account_name: clerk.name,
      subject: 'currency_rate',
      record_id: null,
      verb: 'import',
      before: null,
      after: JSON.stringify({ inserted: rates.length }),
      address: null,
      via: null,
      request_id: null,
    })),
  )
}

/** Shops with the people they were granted to, products, and the names the shops give them. */
export async function makeShops(tx: Tx, organisationIds: readonly string[], employees: readonly DemoEmployee[]): Promise<DemoShop[]> {
  const sites = new Map(marketplaceSeed.map(m => [m.code, m]))
  const companies = await tx.selectFrom('company').select(['id', 'org_id']).where('org_id', 'in', organisationIds).execute()
  const companyOf = new Map(companies.map(one => [one.org_id, one.id]))
  const shopIds = ids(
    await tx
      .insertInto('shop')
      .values(
        demoShops.map(s => ({
          org_id: defined(organisationIds[s.organisation], 'an organisation'),
          name: s.name,
          account_name: s.account,
          marketplace_code: s.marketplace,
          country_code: defined(sites.get(s.marketplace), 'a marketplace').countryCode,
          currency: defined(sites.get(s.marketplace), 'a marketplace').currency,
          company_id: companyOf.get(defined(organisationIds[s.organisation], 'an organisation')) ?? null,
        })),
      )
      .returning('id')
      .execute(),
  )
  const chance = seededRandom(23)
  await tx
    .insertInto('shop_grant')
    .values(
      demoShops.flatMap((s, i) =>
        s.sellers.map(seller => ({
          org_id: defined(organisationIds[s.organisation], 'an organisation'),
          shop_id: defined(shopIds[i], 'a row'),
          employee_id: (
            employees.find(e => e.username === seller) ?? chance.of(employees.filter(e => e.department === seller && e.username === null))
          ).id,
        })),
      ),
    )
    .execute()
  const products: { id: string; product: DemoProduct }[][] = []
  let from = 0
  for (const [at, count] of productCounts.entries()) {
    products.push(await makeProducts(tx, defined(organisationIds[at], 'an organisation'), from, count))
    from += count
  }
  const shops = demoShops.map((s, i) => ({
    id: defined(shopIds[i], 'a row'),
    orgId: defined(organisationIds[s.organisation], 'an organisation'),
    name: s.name,
    marketplaceCode: s.marketplace,
    currency: defined(sites.get(s.marketplace), 'a marketplace').currency,
    zone: defined(sites.get(s.marketplace), 'a marketplace').zone,
    sellerSkus: defined(products[s.organisation], 'an organisation')
      .filter(() => chance.below(3) === 0)
      .map(({ id, product }) => ({
        sellerSku: `${product.sku}-${s.marketplace.slice(s.marketplace.lastIndexOf('.') + 1).toUpperCase()}`,
        product,
        productId: id,
      })),
  }))
  await tx
    .insertInto('sku_map')
    .values(
      shops.flatMap(s => s.sellerSkus.map(m => ({ org_id: s.orgId, shop_id: s.id, seller_sku: m.sellerSku, product_id: m.productId }))),
    )
    .execute()
  return shops
}

/** Ids by name. */
async function makeCategories(tx: Tx, orgId: string): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>()
  for (const { name, above } of demoCategories) {
    const row = await tx
      .insertInto('product_category')
      .values({ org_id: orgId, name, parent_id: above === null ? null : defined(made.get(above), 'the category above') })
      .returning('id')
      .executeTakeFirstOrThrow()
    made.set(name, row.id)
  }
  return made
}

async function makeProducts(tx: Tx, orgId: string, from: number, count: number): Promise<{ id: string; product: DemoProduct }[]> {
  const products = demoProducts(from, count)
  const categories = await makeCategories(tx, orgId)
  const made = ids(
    await tx
      .insertInto('product')
      .values(products.map(({ category, ...p }) => ({ org_id: orgId, ...p, category_id: defined(categories.get(category), 'a category') })))
      .returning('id')
      .execute(),
  )
  return products.map((product, i) => ({ id: defined(made[i], 'a row'), product }))
}
