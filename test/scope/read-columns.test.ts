/**
 * What no table holds is read like what a table holds: of each view and each computed column the list, its filters, orders, totals and the
 * export say what the plain query says, and never more than the caller may see.
 */
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { ListQuery, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { exportOfList } from '#platform/server/exports/export.ts'
import { primaryColumns, rowId, wireFields } from '#platform/server/lists/columns.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { oneRecord } from '#platform/server/verbs/record.ts'
import { openScopeHouse, type ScopeHouse } from './house.ts'

const { resources } = registryOf(withHouseAreas(areas))
const views = [...resources.values()].filter(r => r.isView === true)
const computed = [...resources.values()].filter(r => Object.values(r.fields).some(f => f.options.sql !== undefined))

let h: ScopeHouse
let boss: Context
beforeAll(async () => {
  h = await openScopeHouse()
  boss = await h.as('boss')
  // what the views of culture and help are read from: a claim of everybody, words that were looked for
  await h.rows(`insert into culture_expense (org_id, no, day, title, type_id, amount, amount_cny, claimant_id, dept_id, state)
    select e.org_id, 'X' || e.id, date '2026-03-05', 'x', (select min(i.id) from dictionary_item i where i.org_id = e.org_id), 10, 10, e.id,
      e.dept_id, 2 from employee e`)
  await h.rows(`insert into help_searched (org_id, keyword, subject, times, missed, results, last_at)
    select o.id, w || o.id, 1, 3, 1, n, timestamptz '2026-03-05 08:00:00+08'
    from organisation o, (values ('退货', 0), ('报销', 4)) as words (w, n)`)
  // storage that Amazon charged, and stock at the end of a month, of each shop
  await h.rows(`insert into fba_storage_fee (shop_id, month, centre, fnsku, asin, fee, currency, line_key,
       fixed_key, state_key, import_id)
    select s.id, date '2026-02-01', 'ONT8', 'X' || s.id, 'B' || s.id, 10, 'USD', md5(s.id::text)::uuid,
      md5('f')::uuid, md5('s')::uuid, 0 from shop s`)
  // what Amazon sent to the bank, of each shop
  await h.rows(`insert into amazon_payout (shop_id, reported_on, created_at, payout_id, settlement_id, status, amount, currency, line_key,
      fixed_key, state_key, import_id)
    select s.id, date '2026-03-02', timestamptz '2026-03-02 08:00:00+08', 'P' || s.id, 'S' || s.id, 'PAID', 10, 'USD',
      md5('p' || s.id)::uuid, md5('f')::uuid, md5('s')::uuid, 0 from shop s`)
  await h.rows(`insert into month_repertory_bill (org_id, month, shop_id, warehouse, sku, opening, received, issued, closing)
    select s.org_id, date '2026-03-01', s.id, 'FBA', 'A', 1, 2, 1, 2 from shop s`)
  // stock of each shop at the end of a month, counted and in layers
  await h.rows(`insert into sku_map (org_id, shop_id, seller_sku, product_id)
    select s.org_id, s.id, 'LAYER', min(p.id) from shop s join product p on p.org_id = s.org_id group by s.org_id, s.id`)
  // what each of these needs in its country
  await h.rows(`insert into product_category (org_id, name) select id, 'RC' from organisation`)
  await h.rows(`update product p set category_id = c.id from product_category c where c.org_id = p.org_id and c.name = 'RC'
    and p.id in (select product_id from sku_map where seller_sku = 'LAYER')`)
  await h.rows(`insert into certificate_kind (org_id, code, name, family) select id, 'RC', 'RC', 6 from organisation`)
  await h.rows(`insert into compliance_rule (org_id, category_id, country_code, kind_id, valid_from)
    select distinct c.org_id, c.id, s.country_code, k.id, date '2026-01-01' from product_category c join shop s on s.org_id = c.org_id
    join certificate_kind k on k.org_id = c.org_id and k.code = 'RC' where c.name = 'RC' and s.country_code is not null`)
  // a contract that everybody of the organisation sees, with what its plan brings
  await h.rows(`insert into contract_kind (org_id, code, name) select id, 'RC', 'RC' from organisation`)
  await h.rows(`insert into contract (org_id, no, business_on, title, kind_id, party_name, company_id, valid_from, owner_id, confidential,
      state, stamp_on, stamp_base, stamp_tax, stamped)
    select k.org_id, 'RC', date '2026-03-01', 'RC', k.id, 'RC', min(c.id), date '2026-03-01', min(e.id), 1, 3, date '2026-03-01', 10, 1, 1
    from contract_kind k join company c on c.org_id = k.org_id join employee e on e.org_id = k.org_id where k.code = 'RC'
    group by k.org_id, k.id`)
  await h.rows(`insert into contract_plan (org_id, contract_id, line_no, name, amount, open, kind_id, company_id, party_name, currency,
      planned_on, due_on, counts)
    select org_id, id, 1, 'RC', 10, 10, kind_id, company_id, party_name, currency, date '2026-03-01', date '2026-03-01', 1
    from contract where no = 'RC'`)
  await h.rows(`insert into stock_place (org_id, name, kind, shop_id) select s.org_id, 'FBA ' || s.id, 3, s.id from shop s`)
  await h.rows(`insert into stock_value (org_id, month, place_id, product_id, quantity, purchase, first_leg)
    select p.org_id, date '2026-03-01', p.id, m.product_id, 4, 30, 6 from stock_place p join sku_map m on m.shop_id = p.shop_id
      and m.seller_sku = 'LAYER'`)
  await h.rows(`insert into fba_inventory_month (shop_id, month, sku, closing, source)
    select s.id, date '2026-03-01', sku, 5, 1 from shop s, (values ('LAYER'), ('NONE')) as skus (sku)`)
  // goods of a batch and a label in each warehouse, one of them held
  await h.rows(`insert into goods_location (org_id, code, warehouse_id, kind) select org_id, 'GS-' || id, id, 1 from warehouse`)
  await h.rows(`insert into goods_batch (org_id, product_id, batch_no) select org_id, min(product_id), 'GS' from sku_map
    where seller_sku = 'LAYER' group by org_id`)
  await h.rows(`insert into goods_cell (org_id, product_id, location_id, batch_id, label_id, warehouse_id, quantity, reserved, since)
    select l.org_id, b.product_id, l.id, b.id, (select min(m.id) from sku_map m where m.product_id = b.product_id), l.warehouse_id, 5, 1,
      date '2026-03-01' from goods_location l join goods_batch b on b.org_id = l.org_id and b.batch_no = 'GS' where l.code like 'GS-%'`)
  await h.rows(`insert into goods_hold (org_id, doc_type, doc_id, line_id, cell_id, warehouse_id, quantity)
    select org_id, 'goods_out', '1', '1', id, warehouse_id, 1 from goods_cell`)
  // a receipt of each organisation that had no invoice at the end of March
  await h.rows(`insert into cost_receipt (org_id, document_no, line_no, day, product_id, place_id, quantity, purchase, basis)
    select p.org_id, 'ZG', 1, date '2026-03-05', min(m.product_id), min(p.id), 10, 100, 2 from stock_place p
    join sku_map m on m.shop_id = p.shop_id group by p.org_id`)
  await h.rows(`insert into cost_invoice (org_id, invoice_no, line_no, day, receipt_no, quantity, amount, counts_from, receipt_id)
    select r.org_id, 'FP', 1, date '2026-04-01', r.document_no, r.quantity, 100, date '2026-04-01', r.id from cost_receipt r`)
  // a payment to a supplier of each organisation
  await h.rows(`insert into payment_request (org_id, no, business_on, supplier_id, due_on, paid, state)
    select org_id, 'QK', date '2026-03-05', min(id), date '2026-03-05', 10, 4 from supplier group by org_id`)
  // a shipping order of each employee, each of another month
  await h.rows(`insert into shipping_order (org_id, no, business_on, from_warehouse_id, channel_id, state, owner_id, posted_on)
    select e.org_id, 'SF' || e.id, d.day, w.id, c.id, 6, e.id, d.day from employee e
    cross join lateral (select (date '2020-01-05' + (e.id % 60) * interval '1 month')::date as day) d
    join (select org_id, min(id) as id from warehouse group by 1) w on w.org_id = e.org_id
    join (select org_id, min(id) as id from logistics_channel group by 1) c on c.org_id = e.org_id`)
  // two versions of the statement of each shop
  await h.rows(`insert into shop_profit (org_id, shop_id, month, no, state, sales, profit)
    select s.org_id, s.id, date '2026-03-01', n, 3 - n, 10 * n, n from shop s, generate_series(1, 2) n`)
  // VAT of a sale and of a movement of each shop
  await h.rows(`insert into fba_vat_transaction (shop_id, period, type, event_id, activity_id, transaction_currency, net, vat_amount, gross,
      quantity, transaction_vat_country, departure_country, arrival_country, reporting_scheme, responsibility, line_key, fixed_key,
      state_key, import_id)
    select s.id, date '2026-03-01', t, 'E', 'A', 'EUR', 10, 1.9, 11.9, 1, 'DE', 'DE', 'FR', 'UNION-OSS', 'SELLER',
      md5(t || s.id)::uuid, md5('f')::uuid, md5('s')::uuid, 0
    from shop s, unnest(array['SALE', 'FC_TRANSFER']) as t`)
  // stock of each shop that grows older than it sells
  await h.rows(`insert into fba_stock_age (shop_id, snapshot_on, sku, asin, title, available, age0_to90, age91_to180, age181_to270,
      currency, shipped30, item_volume, chargeable271300, surcharge271300, line_key, state_key, import_id)
    select s.id, date '2026-03-01', 'A', 'B1', 'T', 90, 10, 60, 20, 'USD', 30, 0.5, 10, 4, md5(s.id::text)::uuid, md5('s')::uuid, 0
    from shop s`)
  // search terms of each shop, one worth adding and one worth excluding
  await h.rows(`insert into ad_search_term (shop_id, program, start_on, end_on, campaign, ad_group, target, match_type, term, currency,
      impressions, clicks, spend, orders14, sales14, days, import_id, line_no)
    select s.id, 1, date '2026-03-01', date '2026-03-15', 'C', 'G', 'lamp', 'BROAD', t, 'USD', 100, 20, 10 + n, 3 * n, 100 * n, 14, 0, n
    from shop s, (values ('desk lamp', 1), ('lampe', 0)) as terms (t, n)`)
  // a rule of claims of each organisation
  await h.rows(`insert into claim_rule (org_id, marketplace_code, kind, from_days, to_days, valid_from)
    select o.id, (select min(code) from marketplace), 1, 0, 60, date '2026-01-01' from organisation o`)
  // each employee has a file that lacks much, and works where he joined
  await h.rows(`insert into hr_file (org_id, employee_id, hired_on) select e.org_id, e.id, date '2026-03-01' from employee e
    where not exists (select from hr_file f where f.employee_id = e.id)`)
  await h.rows(`insert into hr_assignment (org_id, employee_id, dept_id, valid_from, valid_to, joined, gone)
    select e.org_id, e.id, e.dept_id, date '2026-03-01', date '2026-03-20', 1, 1 from employee e
    where not exists (select from hr_assignment a where a.employee_id = e.id)`)
  // a consignment of each organisation with an estimate and a bill
  await h.rows(`insert into first_leg_shipment (org_id, shipment_no, period) select id, 'HJ', date '2026-03-01' from organisation`)
  await h.rows(`insert into first_leg_bill (org_id, business_on, shipment_id, currency, state, meaning)
    select org_id, date '2026-03-05', id, 'CNY', 1, m from first_leg_shipment, unnest(array[1, 2]) m`)
  await h.rows(`insert into first_leg_bill_item (org_id, bill_id, line_no, amount)
    select org_id, id, 1, 100 * meaning from first_leg_bill`)
  // a line of an account that all see and of one of its keeper alone, with and without a suggestion
  await h.rows(`insert into bank_account (org_id, name, bank, number, currency, seen_by, keeper_id)
    select o.id, 'A' || s, 99, 'N' || o.id || s, 'CNY', s, (select min(e.id) from employee e where e.org_id = o.id)
    from organisation o, generate_series(1, 2) s`)
  await h.rows(`insert into bank_statement (org_id, account_id, posted_on, income, outgo, amount, direction, currency, counterparty)
    select a.org_id, a.id, date '2026-03-05' + n, 10 * n, 0, 10 * n, 1, 'CNY', 'X' || n from bank_account a, generate_series(1, 2) n`)
  await h.rows(`insert into bank_suggestion (org_id, line_id, kind, confidence, score, line_ids, expected_ids, difference, reasons)
    select s.org_id, s.id, 1, 2, 50, '["1"]', '["7"]', 1.5, 'x' from bank_statement s where s.counterparty = 'X1'`)
  // what each shop is paid
  await h.rows(`insert into bank_expected (org_id, due_on, source, reference, party, shop_id, amount, currency, state)
    select s.org_id, date '2026-03-05', 1, 'R' || s.id, '', s.id, 10 * s.id, 'USD', 1 from shop s`)
  // a voucher of each shop in a month of which nothing else is, with an account and an item of its own
  await h.rows(`insert into company (org_id, name) select o.id, 'V' || o.id from organisation o`)
  await h.rows(`insert into voucher_account (org_id, company_id, code, name, class, side)
    select s.org_id, c.id, 'A' || s.id, 'A', 6, 1 from shop s join company c on c.org_id = s.org_id and c.name = 'V' || s.org_id`)
  await h.rows(`insert into voucher (org_id, title, company_id, month, day, number, edition, topic, shop_id, kind, base_currency, lines,
      fingerprint)
    select s.org_id, 'V' || s.id, a.company_id, date '2019-03-01', date '2019-03-31', s.id, 1, 1, s.id, 1, 'CNY', 1, md5('v')::uuid
    from shop s join voucher_account a on a.code = 'A' || s.id`)
  await h.rows(`insert into voucher_entry (org_id, voucher_id, company_id, month, no, summary, account_id, side, debit, base_currency,
      amount, currency, rate, cny)
    select v.org_id, v.id, v.company_id, v.month, 1, 'x', a.id, 1, 10, 'CNY', 10, 'CNY', 1, 10
    from voucher v join voucher_account a on a.code = 'A' || v.shop_id`)
  await h.rows(`insert into voucher_source (org_id, voucher_id, month, item, shop_id, amount, currency, booked, cny, base, rate, base_rate,
      debit_no, credit_no)
    select v.org_id, v.id, v.month, (array[1, 2, 3, 4, 5, 10, 11, 12, 13, 20, 21, 22, 23, 24, 30, 31])[
      row_number() over (partition by v.org_id order by v.id)], v.shop_id, 10, 'CNY', 10, 10, 10, 1, 1, 1, 1 from voucher v`)
  // what stock of closed months turned out to cost
  await h.rows(`insert into finance_cost_line (shop_id, booked_on, sku, item, currency, quantity, amount)
    select s.id, date '2026-03-05', 'V', 90, 'CNY', 0, -5 from shop s`)
  // an order of each shop with its listing, its parcel and its traffic, and an offline order of each person
  await h.rows(`select ensure_month('order_line', date '2026-03-05')`)
  await h.rows(`insert into order_line (shop_id, ordered_on, order_no, line_no, purchased_at, status, status_at, item_id, sku,
      quantity, item, currency, country, sales, is_cancelled, first_of_order, first_of_sku, import_id)
    select s.id, date '2026-03-05', 'P' || s.id, '1', timestamptz '2026-03-05 08:00:00+08', 4,
      timestamptz '2026-03-12 08:00:00+08', 'L' || s.id, 'A', 2, 20, 'USD', 'US', 20, false, 1, 1, 0 from shop s`)
  for (const [grain, keys, values] of [
    ['', '', ''],
    ['_sku', 'sku,', `'A',`],
  ] as const)
    await h.rows(`insert into sales_order__shop_day${grain}_country_currency_is_cancelled (shop_id, day, ${keys} country, currency,
        is_cancelled, sales, item, shipping, gift_wrap, discount, tax, quantity, first_of_order, first_of_sku, n, sales_net)
      select s.id, date '2026-03-05', ${values} 'US', 'USD', false, 20, 20, 0, 0, 0, 0, 2, 1, 1, 1, 20 from shop s`)
  await h.rows(`insert into sku_listing (shop_id, sku, item_id, title, seen_on, first_on)
    select s.id, 'A', 'L' || s.id, 'T', date '2026-03-05', date '2025-03-05' from shop s`)
  await h.rows(`insert into customer (org_id, shop_id, customer_no, user_name, first_name, last_name, email, country, first_on, last_on,
      orders, units, sales, currency, told_at)
    select s.org_id, s.id, 'C1', 'u' || s.id, 'F', 'L', 'e' || s.id || '@x.y', 'US', date '2026-03-05', date '2026-03-05', 1, 2, 20, 'USD',
      timestamptz '2026-03-05 08:00:00+08' from shop s`)
  await h.rows(`insert into customer_month (shop_id, month, customer_no, currency, orders, units, sales, first_on, last_on)
    select s.id, date '2026-03-01', 'C1', 'USD', 1, 2, 20, date '2026-03-05', date '2026-03-05' from shop s`)
  await h.rows(`insert into carrier (org_id, name, source, number) select o.id, 'C', 1, 'C' || o.id from organisation o`)
  await h.rows(`insert into final_leg_fee (org_id, shipped_on, carrier_id, tracking_no, order_no, service, zone_code, fee, currency)
    select s.org_id, date '2026-03-05' + (s.id % 9)::int, c.id, 'T' || s.id, 'P' || s.id, 'Ground', '8', 5, 'USD'
    from shop s join carrier c on c.org_id = s.org_id and c.name = 'C'`)
  await h.rows(`insert into sales_traffic (shop_id, start_on, end_on, level, granularity, asin, sessions, mobile_sessions, page_views,
      units, order_items, sales, box_views, currency, line_key, fixed_key, state_key, import_id)
    select s.id, case l when 1 then date '2026-03-05' else date '2026-03-01' end, date '2026-03-05', l,
      case l when 1 then 'DAY' else 'CHILD' end, case l when 1 then '' else 'B1' end, 9, 4, 12, 2, l, 20, 9, 'USD',
      md5(l::text || s.id)::uuid, md5('f')::uuid, md5('s')::uuid, 0
    from shop s, unnest(array[1, 3]) as l`)
  await h.rows(`insert into offline_order (org_id, no, business_on, channel, customer, salesman_id, dept_id, currency)
    select e.org_id, 'XX' || e.id, date '2026-03-05', 1, 'K', e.id, case when e.id % 2 = 0 then e.dept_id end, 'CNY' from employee e`)
  await h.rows(`insert into offline_order_line (org_id, order_id, line_no, sku, quantity, price, currency)
    select o.org_id, o.id, 1, 'A', 2, 10, 'CNY' from offline_order o`)
  await h.rows(`insert into stock_layer (org_id, product_id, place_id, day, kind, whole, quantity, purchase, move)
    select p.org_id, p.id, w.id, date '2026-03-05', 1, 9, 4, 12.5, 'receipt ' || w.id
    from product p join stock_place w on w.org_id = p.org_id where w.shop_id = 1`)
  // a count of each warehouse with a line that is right and one that is not
  await h.rows(`insert into goods_count (org_id, no, business_on, warehouse_id, state)
    select org_id, 'PD' || id, date '2026-03-05', id, 7 from warehouse`)
  await h.rows(`insert into goods_count_line
    (org_id, count_id, line_no, warehouse_id, location_id, product_id, counted1, book1, difference)
    select d.org_id, d.id, n, d.warehouse_id, l.id, c.product_id, 9, 9 + n, -n from goods_count d
    join goods_location l on l.code = 'GS-' || d.warehouse_id join goods_cell c on c.location_id = l.id
    cross join generate_series(0, 1) as n`)
  // a finding of each shop
  await h.rows(`insert into order_finding (org_id, shop_id, kind, subject, order_no, sku, happened_on, amount, currency, cause, found_on)
    select s.org_id, s.id, 1, 'X' || s.id, 'X', 'A', date '2026-03-05', 10, 'USD', 1, date '2026-03-06' from shop s`)
})
afterAll(() => h.close())

const all = async (context: Context, r: Resource, query: ListQuery = {}): Promise<readonly Row[]> =>
  (await listOf(context, r, { pageSize: 1000, ...query })).list
const ids = (rows: readonly Row[]): string[] => rows.map(row => row.id)
const exported = async (r: Resource): Promise<number> => {
  const { blob } = await exportOfList(boss, r, { headers: [], fields: [] })
  return ((await readXlsx(await buffer(blob))).sheets[0]?.rows.length ?? 0) - 1
}

/** Every filter, order and total of the fields, against the rows themselves. */
async function checked(r: Resource, names: readonly string[]): Promise<void> {
  const rows = await all(boss, r)
  const { total, totals } = await listOf(boss, r, { pageSize: 1 })
  expect(total).toBe(rows.length)
  for (const [name, field] of wireFields(r).filter(([one]) => names.includes(one))) {
    const of = (value: unknown) => ids(rows.filter(row => String(row[name]) === String(value))).sort()
    const given = rows.map(row => row[name]).find(value => value !== null)
    if (field.options.filter !== undefined && given !== undefined) {
      const query = { [name]: field.options.filter === 'range' ? [asText(given), asText(given)] : given } as ListQuery
      const found = ids(await all(boss, r, query)).sort()
      if (field.options.filter === 'contains' || field.to !== undefined) expect(found, name).toEqual(expect.arrayContaining(of(given)))
      else expect(found, name).toEqual(of(given))
      const empty = await all(boss, r, { conditionList: [{ field: name, condition: 'EMPTY' }] })
      expect(ids(empty).sort(), `${name} empty`).toEqual(ids(rows.filter(row => row[name] === null)).sort())
    }
    if (field.options.sort === true)
      for (const way of ['ASC', 'DESC'] as const) {
        const sorted = await all(boss, r, { sortField: name, sortWay: way })
        expect(ids(sorted).sort(), name).toEqual(ids(rows).sort())
        const plain = await anyTable(boss.db)
          .selectFrom(r.table)
          .select(sql<string | null>`${sql.ref(`${r.table}.${columnOf(name)}`)}::text`.as('value'))
          .orderBy(sql.ref(`${r.table}.${columnOf(name)}`), way === 'ASC' ? 'asc' : 'desc')
          .execute()
        if (field.kind !== 'dateTime')
          expect(
            sorted.map(row => row[name]?.toString() ?? null),
            name,
          ).toEqual(plain.map(row => (field.kind === 'month' ? (row.value?.slice(0, 7) ?? null) : row.value)))
      }
    if (field.options.total === true) {
      const sum = rows.reduce((n, row) => n + Number(row[name] ?? 0), 0)
      expect(Number(totals?.[name]), name).toBeCloseTo(sum, 4)
    }
  }
  if (rows.length > 0) {
    expect(await exported(r)).toBe(rows.length)
    expect(await oneRecord(boss, r, rows[0]?.id)).toMatchObject({ id: rows[0]?.id })
  }
}

describe.each(views.map(r => [r.table, r] as const))('the view %s', (_, r) => {
  test('filters, orders, totals and exports as its rows are', () => expect(checked(r, Object.keys(r.fields))).resolves.toBeUndefined())
  test('shows a person a part of what his organisation has, and the other organisation none of it', async () => {
    const whole = new Set(ids(await all(boss, r)))
    const part = ids(await all(await h.as('single'), r))
    if (r.scope.name.startsWith('selfInView')) {
      expect([whole.size, part.length, part.filter(id => whole.has(id)).length]).toEqual([1, 1, 0])
      return
    }
    expect(part.filter(id => !whole.has(id))).toEqual([])
    if (r.scope === ownOrganisation) expect(part.length).toBe(whole.size)
    else expect(part.length).toBeLessThan(whole.size)
    expect(whole.size).toBeGreaterThan(0)
    expect(ids(await all(await h.as('stranger'), r)).filter(id => whole.has(id))).toEqual([])
  })
  test('is never written', async () => {
    await expect(boss.write(tx => anyTable(tx).deleteFrom(r.table).execute())).rejects.toThrow('never written')
  })
})

describe.each(computed.map(r => [r.table, r] as const))('the computed columns of %s', (_, r) => {
  const names = Object.entries(r.fields).filter(([, f]) => f.options.sql !== undefined)
  test('say what their SQL says over the table', async () => {
    const keys = primaryColumns(r)
    const shown = [
      ...keys.map((key, at) => `${key}::text as key_${at}`),
      ...names.map(([name, f]) => `(${f.options.sql ?? ''})::text as "${name}"`),
    ]
    const stored = await h.rows<Record<string, string>>(`select ${shown.join(', ')} from ${r.table}`)
    const values = new Map(
      stored.map(row => [
        rowId(
          r,
          keys.map((_key, at) => row[`key_${at}`]),
        ),
        row,
      ]),
    )
    for (const row of await all(boss, r))
      for (const [name] of names) {
        const value = row[name] ?? null
        expect(value === null ? null : asText(value), name).toEqual(values.get(row.id)?.[name] ?? null)
      }
  })
  test('are filtered, ordered, totalled and exported', () =>
    expect(
      checked(
        r,
        names.map(([name]) => name),
      ),
    ).resolves.toBeUndefined())
})
