/**
 * Work orders and their replies for three people: one with some fifty orders, the head of three hundred, one who sees all. Pages and counts
 * through the list's handler, conversations through theirs; the replies `through` their orders by the verb of lists. A database of its own.
 */
import type { ListAnswer, ListQuery } from '#platform/declare/wire.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { threadOf } from '#platform/declare/thread-tables.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { threadPage } from '#platform/server/thread/list.ts'
import { median, ms, quantile, timed, times, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { contextOf, openPlace, type Place } from './place.ts'

const part = 'workOrders'
const size = { staff: 2_000, headed: 300, types: 40, handlersOfType: 5, ownOrders: 20, watched: 10, moves: 4 }
const repliesOfOrder = 3
/** orders of which the trail has moves: conversations show them */
const ordersWithMoves = 50_000
const days = 1_000
const pageSize = 50
const rounds = { page: 30, count: 5, thread: 40 }
const aims = { pageMs: 50, countMs: 500, threadMs: 5 }

export async function workOrdersPart({ records, data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    await fill(place, records)
    const people: readonly (readonly [who: string, context: Context])[] = [
      ['a person with few orders', await contextOfUser(place, 'sales')],
      [`the head of ${size.headed}`, await contextOfUser(place, 'buyer')],
      ['one who sees all', await place.context()],
    ]
    const order = place.house.registry.resources.get('work_order') as Resource
    const figures: Figure[] = []
    for (const [who, context] of people) {
      figures.push(...(await listFigures(`orders, ${who}`, context, order, {})))
      figures.push(...(await listFigures(`replies through their orders, ${who}`, context, threadOf(order).comment, {})))
    }
    for (const [who, context] of people) figures.push(await threadFigure(who, context, order))
    return figures
  } finally {
    await place.close()
  }
}

async function contextOfUser({ house, owner, orgId }: Place, username: string): Promise<Context> {
  const { rows } = await owner.query<{ id: string }>('select id from account where username = $1', [username])
  return contextOf(house, rows[0]?.id ?? '', orgId)
}

/** The first page as the list asks for it, with a total that is estimated where it is dear, and the exact total. */
async function listFigures(what: string, context: Context, r: Resource, filter: ListQuery): Promise<Figure[]> {
  const ask = (query: ListQuery): Promise<ListAnswer> => listOf(context, r, { ...filter, pageNum: 1, pageSize, ...query })
  const took = async (query: ListQuery, times_: number): Promise<number[]> => {
    await ask(query)
    const out: number[] = []
    for (let i = 0; i < times_; i += 1) out.push(await timed(() => ask(query)))
    return out
  }
  const page = await took({ only: 'rows' }, rounds.page)
  const count = await took({ only: 'totals' }, rounds.count)
  const { total } = await ask({ only: 'totals' })
  const { total: said, totalExact } = await ask({ only: 'rows' })
  const isEstimated = totalExact === false
  return [
    {
      part,
      what: `page of ${pageSize} ${what} (${total.toLocaleString('en')} rows), p95`,
      value: ms(quantile(page, 0.95)),
      against: `p50 ${ms(median(page))}`,
      aim: `< ${aims.pageMs} ms`,
      met: quantile(page, 0.95) < aims.pageMs,
    },
    {
      part,
      what: `exact count of ${what}, p50${isEstimated ? '; with the page an estimate is shown' : ''}`,
      value: ms(median(count)),
      ...(isEstimated ? { against: `estimate ${said.toLocaleString('en')}`, ratio: times(said / Math.max(total, 1)) } : {}),
      aim: `< ${aims.countMs} ms, or estimated`,
      met: isEstimated || median(count) < aims.countMs,
    },
  ]
}

/** Conversations of orders that this person sees, each read once: nothing of it is in the memory of the process. */
async function threadFigure(who: string, context: Context, order: Resource): Promise<Figure> {
  const { list } = await listOf(context, order, {
    pageNum: 1,
    pageSize: rounds.thread,
    only: 'rows',
    orderByList: [{ field: 'no', orderBy: 'ASC' }],
  })
  const took: number[] = []
  for (const round of [0, 1])
    for (const { id: recordId } of list) {
      const spent = await timed(() => threadPage(context, order, { recordId }))
      if (round === 1) took.push(spent)
    }
  return {
    part,
    what: `conversation of one order with its moves, ${who}, p95`,
    value: ms(quantile(took, 0.95)),
    against: `p50 ${ms(median(took))}`,
    aim: `p50 < ${aims.threadMs} ms`,
    met: median(took) < aims.threadMs,
  }
}

async function fill(place: Place, records: number): Promise<void> {
  const { owner, orgId } = place
  const run = (text: string, values: readonly unknown[] = []) => owner.query(text, [...values])
  const there = await run(`select 1 from employee where org_id = $1 and no = 'B1'`, [orgId])
  if (there.rowCount !== 0) return
  await fillPeople(place)
  const employee = (n: string): string => `(select ids[1 + ${n}] from staff)`
  const someone = (salt: number): string => employee(`abs(hashint8(n * 31 + ${salt})) % ${size.staff}`)
  const loner = `(select m.employee_id from account a join account_organisation m on m.account_id = a.id
    where a.username = 'sales' and m.org_id = $1)`
  const staff = `with staff as materialized (select array_agg(id order by id) as ids from employee where org_id = $1 and no like 'B%')`
  const day = `date '2026-10-31' - (abs(hashint8(n)) % ${days})`
  await run(
    `${staff}, type as materialized (select array_agg(id order by id) as ids from work_catalog where org_id = $1 and name like 'bench %')
     insert into work_order (org_id, no, title, catalog_id, priority, state, requester_id, handler_id, requirement, created_on,
       allocate_status)
     select $1, 'B' || lpad(n::text, 8, '0'), '工单 ' || n, (select ids[1 + n % ${size.types}] from type), 1 + n % 4,
       (array[6, 7, 6, 7, 8, 9, 6, 7, 3, 2])[1 + n % 10], case when n <= ${size.ownOrders} then ${loner} else ${someone(1)} end,
       case when n between ${size.ownOrders} + 1 and ${2 * size.ownOrders} then ${loner} else ${someone(2)} end,
       '<p>需求 ' || n || '</p>', ${day}, 1
     from generate_series(1, $2::bigint) n`,
    [orgId, records],
  )
  await run(
    `${staff} insert into work_order_watcher (org_id, work_order_id, employee_id)
     select $1, id, case when n <= ${size.watched} then ${loner} else ${someone(3)} end
     from (select id, row_number() over (order by id desc) as n from work_order where org_id = $1 and no like 'B%') o where n % 2 = 0
       or n <= ${size.watched}`,
    [orgId],
  )
  await run(
    `insert into work_order_comment (org_id, record_id, content, by_name, mentions, created_at)
     select $1, id, '回复 ' || k, '员工', '[]', created_on + k * interval '1 hour' from work_order,
       generate_series(1, ${repliesOfOrder}) k
      where org_id = $1 and no like 'B%'`,
    [orgId],
  )
  await run(`select ensure_month('audit_entry', m::date) from generate_series(date '2026-01-01', date '2026-10-01', interval '1 month') m`)
  await run(
    `insert into audit_entry (org_id, at, account_name, subject, record_id, verb, before, after, row_hash)
     select $1, timestamptz '2026-09-01' + k * interval '2 days', '员工', 'work_order', id::text,
       (array['add', 'accept', 'start', 'solve'])[k], case when k > 1 then jsonb_build_object('state', (array[1, 2, 3])[k - 1]) end,
       jsonb_build_object('state', (array[1, 2, 3, 5])[k], 'version', k), '\\x00'
     from (select id from work_order where org_id = $1 and no like 'B%' order by no limit ${ordersWithMoves}) o,
       generate_series(1, ${size.moves}) k`,
    [orgId],
  )
  for (const table of ['work_order', 'work_order_watcher', 'work_order_comment', 'work_catalog_employee', 'employee'])
    await run(`vacuum analyze ${table}`)
  await run('analyze audit_entry')
}

/** Three hundred belong to the department of the head; two of them handle orders of a type. */
async function fillPeople({ owner, orgId, house }: Place): Promise<void> {
  const run = (text: string, values: readonly unknown[] = []) => owner.query(text, [...values])
  await run(`insert into department (org_id, name) values ($1, 'bench head'), ($1, 'bench rest')`, [orgId])
  await run(
    `insert into employee (org_id, no, name, dept_id) select $1, 'B' || n, '员工' || n, (select id from department where org_id = $1
       and name = case when n <= $3::int then 'bench head' else 'bench rest' end) from generate_series(1, $2::int) n`,
    [orgId, size.staff, size.headed],
  )
  await run(
    `update employee set dept_id = (select id from department where org_id = $1 and name = 'bench head') where id = (select m.employee_id
       from account a join account_organisation m on m.account_id = a.id where a.username = 'buyer' and m.org_id = $1)`,
    [orgId],
  )
  await run(
    `update account_organisation m set data_scope = (case a.username when 'buyer' then 1 else 0 end) from account a
      where a.id = m.account_id and m.org_id = $1 and a.username in ('buyer', 'sales')`,
    [orgId],
  )
  await run(`insert into work_catalog (org_id, name, sort) select $1, 'bench ' || n, n from generate_series(1, ${size.types}) n`, [orgId])
  await run(
    `insert into work_catalog_employee (org_id, catalog_id, employee_id)
     select $1, c.id, e.id from work_catalog c, generate_series(1, ${size.handlersOfType}) k, employee e where c.org_id = $1
       and c.name like 'bench %' and e.org_id = $1 and e.no = 'B' || (${size.headed} - 2 + (c.sort - 1) * ${size.handlersOfType} + k)`,
    [orgId],
  )
  await run(
    `insert into scope_version (organisation_id, version) values ($1, 1) on conflict (organisation_id) do update
      set version = scope_version.version + 1`,
    [orgId],
  )
  house.rights.forget?.()
}
