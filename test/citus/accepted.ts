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
  { rule: namesItsShop, has: 'ad_term_advice', why: 'run on Citus 13.2.2: both sides are shop tables that meet by their shop' },
]

export const askedOfAllShops: readonly { readonly table: string; readonly has: string; readonly why: string }[] = [
  { table: 'stock_flow', has: 'place_id is not null', why: 'layers are folded by product, over the flows of all shops' },
  { table: 'stock_flow', has: 'jsonb_to_recordset', why: 'a rate that changes concerns the products of all shops' },
]
