/**
 * What order files say that their readers did not tell when they were imported: customers, days by which to ship, countries. Taken from the
 * file again (platform/server/imports/read-anew.ts); what a line has stays as it is.
 */
import { sql } from 'kysely'
import type { MergeTask } from '#platform/server/area.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { countMonths, nameCustomers, sumCustomers } from './customers/keep.ts'
import { orderLines } from './order-lines.ts'

export async function tellOrdersAnew(task: MergeTask): Promise<void> {
  const { tx, shop, importId, orgId } = task
  const mine = sql`s.shop_id = ${shop.id} and s.import_id = ${importId}`
  // a day as text is made here: several machines refuse it within COALESCE
  const newest = sql`select distinct on (s.order_no, s.order_line_no) s.*, s.due_on::text as due from order_line_staging s where ${mine}
    order by s.order_no, s.order_line_no, s.status_at desc, s.line_no desc`
  const said = (of: string, name: string) => sql`coalesce(nullif(${sql.raw(of)}, ''), ${sql.ref(`s.${name}`)})`
  const { rows: days } = await sql<{ day: string }>`with told as (
      update order_line f set customer_no = ${said('f.customer_no', 'customer_no')}, due_on = coalesce(f.due_on, s.due_on),
        country = ${said('f.country', 'country')}
      from (${newest}) s
      where f.shop_id = ${shop.id} and f.shop_id = s.shop_id and f.order_no = s.order_no and f.line_no = s.order_line_no
        and f.import_id = ${importId}
        and ((f.customer_no = '' and s.customer_no <> '') or (f.due_on is null and s.due_on is not null)
          or (f.country = '' and s.country <> ''))
      returning f.ordered_on)
    select distinct ordered_on::text as day from told`.execute(tx)
  await sql`update order_line_seen n set line = n.line || jsonb_build_object(
      'customer_no', ${said(`n.line ->> 'customer_no'`, 'customer_no')}, 'due_on', coalesce(n.line ->> 'due_on', s.due),
      'country', ${said(`n.line ->> 'country'`, 'country')})
    from (${newest}) s
    where n.shop_id = ${shop.id} and n.shop_id = s.shop_id and n.import_id = ${importId} and n.order_no = s.order_no
      and n.line_no = s.order_line_no`.execute(tx)
  if (days.length === 0) return
  const touched = {
    orgId,
    shopId: shop.id,
    days: days.map(one => one.day),
    numbers: sql`select s.customer_no from order_line_staging s where ${mine} union select ''`,
  }
  await countMonths(tx, touched)
  await nameCustomers(task)
  await sumCustomers(tx, touched)
  await daysChanged(task, orderLines, shop.id, touched.days)
}
