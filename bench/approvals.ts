/**
 * 10,000 open approvals of one person: the boxes, and confirms one after the other and side by side, each with its own record's step, a
 * message and the next person's badge. The next person is the buyer of the supplier, one of those who can sign in: messages of one person
 * are counted one after the other, so that a flow that asks one person alone is measured beside. A database of its own.
 */
import type { FlowDefinition } from '#platform/declare/flow.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { insert, publish } from '#areas/workflow/settings.ts'
import { allList } from '#areas/workflow/boxes.ts'
import { confirmProcess } from '#areas/workflow/calls.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { median, ms, quantile, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { contextOf, openPlace, type Place } from './place.ts'

const part = 'approvals'
const open = 10_000
const lists = 100
const confirms = 2_000
const sideBySide = 8
const pageSize = 1_000
/** the second step asks the buyer of each supplier, or always the same one */
type Next = 'several' | 'one'
const aims = { listMs: 100, confirmsASecond: 200 }

export async function approvalsPart({ data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const finance = await contextOfUser(place, 'finance')
    await fill(place, finance)
    return [await listFigure(finance), await confirmFigure(place, finance, 'several'), await confirmFigure(place, finance, 'one')]
  } finally {
    await place.close()
  }
}

async function contextOfUser({ house, owner, orgId }: Place, username: string): Promise<Context> {
  const { rows } = await owner.query<{ id: string }>('select id from account where username = $1', [username])
  return contextOf(house, rows[0]?.id ?? '', orgId)
}

/** One approval is asked for by the real way; the others are its like. */
async function fill(place: Place, finance: Context): Promise<void> {
  const { owner, orgId, house } = place
  const admin = await place.context()
  const buyer = await contextOfUser(place, 'buyer')
  const step = { kind: 'step', mode: 'any', leave: 'first', allowBack: true, allowBackStart: true } as const
  const definition: FlowDefinition = {
    nodes: [
      { id: 'start', kind: 'start', name: '开始', leave: 'first' },
      { ...step, id: 'a', name: '财务', approvers: [{ by: 'person', ids: [finance.caller.employeeId ?? ''] }] },
      { ...step, id: 'b', name: '总经理', approvers: [{ by: 'field', field: 'buyerId' }] },
      { id: 'end', kind: 'end', name: '结束' },
    ],
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'b' },
      { from: 'b', to: 'end' },
    ],
    samePerson: 'pass',
    ownRequest: false,
  }
  const { id } = await insert(admin, { formCode: 'supplier', name: 'bench', definition })
  await publish(admin, { id })
  const supplier = house.registry.types.get('supplier')
  if (supplier === undefined) throw new Error('there are no suppliers')
  await addRecord(buyer, supplier, { code: 'B0', name: '供应商 0', buyerId: buyer.caller.employeeId })
  await owner.query(
    `with buyers as (select employee_id, row_number() over (order by employee_id) - 1 as no, count(*) over () as n
       from account_organisation where org_id = $1 and employee_id is not null and employee_id <> all($3)),
     made as (insert into supplier (org_id, code, name, buyer_id)
       select $1, 'B' || i, '供应商 ' || i, (select employee_id from buyers where no = case when i <= $4 then i % n else 0 end)
       from generate_series(1, $2::int) i returning id, name),
     like_it as (select * from approval_instance where org_id = $1 order by id limit 1),
     asked as (insert into approval_instance (org_id, created_by, form_code, subject, record_id, setting_id, applicant_id,
         applicant_account, matter, wanted, title, figures, engine, step)
       select l.org_id, l.created_by, l.form_code, l.subject, m.id, l.setting_id, l.applicant_id, l.applicant_account, l.matter, l.wanted,
         m.name, l.figures, l.engine, l.step from like_it l, made m returning id, record_id)
     insert into approval_task (org_id, instance_id, subject, record_id, form_code, process_id, process_name, round, no, employee_id,
       arrived_at)
     select t.org_id, a.id, t.subject, a.record_id, t.form_code, t.process_id, t.process_name, t.round, t.no, t.employee_id, t.arrived_at
     from asked a, (select * from approval_task where org_id = $1 order by id limit 1) t`,
    // neither who asked nor who confirms is asked next
    [orgId, open, [buyer, finance].map(one => one.caller.employeeId), confirms],
  )
  await owner.query('analyze approval_instance, approval_task, supplier')
}

async function listFigure(context: Context): Promise<Figure> {
  const took: number[] = []
  const { total } = await allList(context, { box: 1 })
  for (let i = 0; i < lists; i += 1) took.push(await timed(() => allList(context, { box: 1, pageNum: 1 + (i % 20), pageSize: 20 })))
  return {
    part,
    what: `我的审批, a page of ${total.toLocaleString('en')} open ones with their number, p95`,
    value: ms(quantile(took, 0.95)),
    against: `p50 ${ms(median(took))}`,
    aim: `< ${aims.listMs} ms`,
    met: quantile(took, 0.95) < aims.listMs,
  }
}

async function confirmFigure({ owner }: Place, context: Context, next: Next): Promise<Figure> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from supplier where code ~ '^B[0-9]+$' and substr(code, 2)::int between $1 and $2`,
    next === 'several' ? [1, confirms] : [open - confirms + 1, open],
  )
  const wanted = new Set(rows.map(row => row.id))
  const cards = []
  for (let pageNum = 1; pageNum <= open / pageSize + 1; pageNum += 1)
    cards.push(...(await allList(context, { box: 1, pageNum, pageSize })).list)
  const left = cards.filter(card => wanted.has(card.keyValue))
  const took: number[] = []
  const began = performance.now()
  const worker = async (): Promise<void> => {
    for (let card = left.pop(); card !== undefined; card = left.pop()) {
      const { formCode, keyValue, processId, round } = card
      took.push(await timed(() => confirmProcess(context, { formCode, keyValue, currentProcessId: processId, round, opinion: '同意' })))
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
  const seconds = (performance.now() - began) / 1_000
  const rate = confirms / seconds
  return {
    part,
    what:
      `${confirms.toLocaleString('en')} confirms, ${sideBySide} side by side, with the next person's message and badge` +
      (next === 'one' ? ', always the same person' : ''),
    value: `${rate.toFixed(0)} a second`,
    against: `p95 ${ms(quantile(took, 0.95))}`,
    aim: `>= ${aims.confirmsASecond} a second`,
    met: rate >= aims.confirmsASecond,
  }
}
