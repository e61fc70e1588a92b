/** Statements that break a rule of nesting.ts by their text, and those that are asked of all shops, with reasons. Both only shrink. */
import { nestingRules } from './nesting.ts'

const { namesItsShop, noDriver, apart } = nestingRules

interface Accepted {
  readonly rule: string
  /** a part of the text that only this statement has */
  readonly has: string
  readonly why: string
}
const ran = 'run on Citus 13.2.2: what it looks from is one shop’s'

export const acceptedNesting: readonly Accepted[] = [
  { rule: noDriver, has: 'r.reported_on as happened_on', why: ran },
  { rule: noDriver, has: 'pairs as (', why: ran },
  { rule: apart, has: 'from market_line f left join amazon_type_map m', why: ran },
  { rule: apart, has: 'ebay_earning_check', why: 'run on Citus 13.2.2: the import’s days are read by themselves, before' },
  { rule: namesItsShop, has: 'ad_term_advice', why: 'run on Citus 13.2.2: both sides are shop tables that meet by their shop' },
]

const everyRow = 'of a test, over every row of every table'
/** `table`: null for whatever table */
export const askedOfAllShops: readonly { readonly table: string | null; readonly has: string; readonly why: string }[] = [
  {
    table: null,
    has: ' in ((select "code" as "named" from "',
    why: 'whether a record of the installation that somebody deletes is named by a line of any shop: rare, and the first line ends it',
  },
  { table: null, has: 'select to_jsonb(t) as row from "', why: everyRow },
  { table: null, has: 'select row_to_json(t)::text as row from "', why: everyRow },
  { table: null, has: `|| ' ' || t::text as row from "`, why: everyRow },
  { table: 'stock_flow', has: 'place_id is not null', why: 'layers are folded by product, over the flows of all shops' },
  { table: 'cost_allocation_share', has: 'allocation_id = $', why: 'the shares of one document, of all its shops, by its number' },
  ...['fba_fee_preview', 'fba_stock_age', 'fba_long_term_fee'].map(table => ({
    table,
    has: 'sum(f.monthly + f.aged) as weight',
    why: 'the names of SKUs meet the fees by shop, whose shops are named outside',
  })),
  { table: 'order_line', has: "select 'sales_order', $1, shop_id, ordered_on", why: 'of a test, over all orders' },
  { table: 'amazon_settlement', has: '"settlement_id" in (', why: 'whether the demo’s settlements are there: once, when it is made' },
  { table: 'amazon_settlement', has: 'trim_scale(sum(total))::text as total', why: 'of a test, over all of the demo' },
  ...['amazon_settlement_line', 'amazon_transaction_line'].map(table => ({
    table,
    has: '(select count(*) from amazon_settlement_line) +',
    why: 'of a test, over all of the demo',
  })),
  { table: 'stock_flow', has: 'jsonb_to_recordset', why: 'a rate that changes concerns the products of all shops' },
]
