/**
 * Paper: 50,000 contracts with 150,000 lines of plans, what 10,000 listings need of 400 certificates, and the badges that follow. A
 * database of its own, filled by SQL; what is measured goes the real way.
 */
import { contract } from '#areas/contracts/contract-tables.ts'
import { contractPlan } from '#areas/contracts/plan-tables.ts'
import { contractStamp } from '#areas/contracts/sums.ts'
import { listingCompliance } from '#areas/contracts/compliance.ts'
import { keepBadges } from '#areas/contracts/badges.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { listOf } from '#platform/server/lists.ts'
import { ms, quantile, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'paper'
const [contracts, linesEach, listings, products, certificates, runs] = [50_000, 3, 10_000, 2_000, 400, 20]
const aims = { listMs: 300, complianceMs: 500, badgesMs: 2_000 }

const figure = (what: string, value: number, aim: number): Figure => ({
  part,
  what,
  value: ms(value),
  aim: `below ${ms(aim)}`,
  met: value < aim,
})
async function p95(work: () => Promise<unknown>): Promise<number> {
  await work()
  const found: number[] = []
  for (let at = 0; at < runs; at++) found.push(await timed(work))
  return quantile(found, 0.95)
}

export async function paperPart({ data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const context = await place.context()
    await fillContracts(place, context)
    await fillListings(place, context)
    await place.owner.query('analyze')
    return await pages(place, context)
  } finally {
    await place.close()
  }
}

async function fillContracts({ owner, orgId }: Place, { caller }: Context): Promise<void> {
  await owner.query(`insert into contract_kind (org_id, code, name) select $1, 'BP' || g, '类型' || g from generate_series(1, 8) g`, [
    orgId,
  ])
  await owner.query(`insert into company (org_id, name, status) select $1, '公司BP', 1`, [orgId])
  await owner.query(
    `insert into contract (org_id, no, business_on, title, kind_id, state, party_name, company_id, amount, currency, valid_from, valid_to,
        ends_on, owner_id, sign_on, stamp_on, stamp_base, stamp_tax, stamped, total, planned, open)
      select $1, 'BP' || g, date '2024-01-01' + g % 900, '合同' || g, k.ids[1 + g % 8], case when g % 10 = 0 then 0 else 3 end,
        '对方' || g % 500,
        (select max(id) from company where org_id = $1), 1000 + g, 'CNY', date '2024-01-01' + g % 900, date '2025-06-01' + g % 900,
        date '2025-06-01' + g % 900, $2, date '2024-01-01' + g % 900, date '2024-01-01' + g % 900, 1000 + g, 3, 1,
        1000 + g, 1000 + g, 1000 + g
      from generate_series(1, $3::int) g, (select array_agg(id) as ids from contract_kind where org_id = $1 and code like 'BP%') k`,
    [orgId, caller.employeeId, contracts],
  )
  await owner.query(
    `insert into contract_plan (org_id, contract_id, line_no, name, due_on, amount, open, state, owner_id, kind_id, company_id, party_name,
        currency, planned_on, counts)
      select c.org_id, c.id, n, '款' || n, c.valid_from + n * 30, c.amount / 3, c.amount / 3, 2 + n, c.owner_id, c.kind_id, c.company_id,
        c.party_name, 'CNY', c.valid_from + n * 30, 1 from contract c, generate_series(1, $2::int) n
      where c.org_id = $1 and c.no like 'BP%'`,
    [orgId, linesEach],
  )
}

async function fillListings({ owner, orgId, shops }: Place, { caller }: Context): Promise<void> {
  await owner.query(`insert into product_category (org_id, name) select $1, 'BP' || g from generate_series(1, 20) g`, [orgId])
  await owner.query(
    `insert into product (org_id, sku, name, category_id) select $1, 'BP' || g, '商品' || g, k.ids[1 + g % 20]
      from generate_series(1, $2::int) g, (select array_agg(id) as ids from product_category where org_id = $1 and name like 'BP%') k`,
    [orgId, products],
  )
  await owner.query(
    `insert into sku_map (org_id, shop_id, seller_sku, product_id)
      select $1, ($3::bigint[])[1 + g % cardinality($3::bigint[])], 'BP-' || g, k.ids[1 + g % $2::int]
      from generate_series(1, $4::int) g, (select array_agg(id) as ids from product where org_id = $1 and sku like 'BP%') k`,
    [orgId, products, shops.map(one => one.id), listings],
  )
  await owner.query(
    `insert into certificate_kind (org_id, code, name, family) select $1, 'BP' || g, '证' || g, 5 from generate_series(1, 10) g`,
    [orgId],
  )
  await owner.query(
    `insert into compliance_rule (org_id, category_id, country_code, kind_id, must, valid_from)
      select $1, c.id, s.country_code, k.id, true, date '2025-01-01' from product_category c, (select distinct country_code from shop
        where id = any($2::bigint[])) s, (select id from certificate_kind where org_id = $1 and code like 'BP%' order by id limit 3) k
      where c.org_id = $1 and c.name like 'BP%'`,
    [orgId, shops.map(one => one.id)],
  )
  await owner.query(
    `insert into certificate (org_id, no, business_on, name, kind_id, state, number, valid_from, valid_to, owner_id, countries, product_ids)
      select $1, 'BPZ' || g, date '2026-01-01', '证照' || g, k.ids[1 + g % 10], 1, 'N' || g, date '2025-01-01', date '2026-10-01' + g, $2,
        case when g % 3 = 0 then '{}'::bigint[] else array[(select id from country where code = 'US')] end,
        array[p.ids[1 + (g * 7) % $4::int], p.ids[1 + (g * 11) % $4::int], p.ids[1 + (g * 13) % $4::int]]
      from generate_series(1, $3::int) g,
        (select array_agg(id order by id) as ids from certificate_kind where org_id = $1 and code like 'BP%') k,
        (select array_agg(id) as ids from product where org_id = $1 and sku like 'BP%') p`,
    [orgId, caller.employeeId, certificates, products],
  )
}

async function pages({ house, orgId }: Place, context: Context): Promise<Figure[]> {
  const list = (of: Resource, more: object) => () => listOf(context, of, { pageNum: 1, pageSize: 50, ...more })
  const count = contracts.toLocaleString('en')
  const server = await house.asSystem(orgId, 'bench')
  const badges = (): Promise<unknown> => server.write(async (_tx, inside) => keepBadges(inside))
  const first = await timed(badges)
  return [
    figure(`list of ${count} contracts, p95`, await p95(list(contract, {})), aims.listMs),
    figure(`list of ${count} contracts by a word of the party, p95`, await p95(list(contract, { partyName: '对方77' })), aims.listMs),
    figure(`plans of ${count} contracts, overdue ones, p95`, await p95(list(contractPlan, { state: [6] })), aims.listMs),
    figure('stamp duty by quarter, p95', await p95(list(contractStamp, {})), aims.listMs),
    figure(
      `what ${listings.toLocaleString('en')} listings need, a page with its count, p95`,
      await p95(list(listingCompliance, {})),
      aims.complianceMs,
    ),
    figure('the missing ones of them, p95', await p95(list(listingCompliance, { state: [3] })), aims.complianceMs),
    figure(`badges of ${listings.toLocaleString('en')} listings for the first time`, first, aims.badgesMs),
    figure('badges of them where nothing is other, p95', await p95(badges), aims.complianceMs),
  ]
}
