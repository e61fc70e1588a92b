/** Approvals of the demo company: seven flows, and something waiting for each of its people. */
import type { Approver } from '#platform/declare/flow.ts'
import { type Context, type DemoPeople, defined } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { listOf } from '#platform/server/lists.ts'
import { allList } from './boxes.ts'
import { backProcess, confirmProcess } from './calls.ts'
import { insert, publish } from './settings.ts'
import { usualFlows, type Job } from './usual-flows.ts'

const names = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'] as const
type Name = (typeof names)[number]
const dayMs = 86_400_000

/** who looks first at a supplier: whoever has time */
const clerks: readonly Name[] = ['keeper', 'employee', 'sales', 'it', 'admin']

const suppliers = [
  { code: 'GYS-N01', name: '余姚市恒兴塑胶制品厂', paymentDays: 30, done: [] },
  { code: 'GYS-N02', name: '佛山市顺德区瑞达五金有限公司', paymentDays: 45, done: [] },
  { code: 'GYS-N03', name: '宁波海达包装有限公司', paymentDays: 30, done: ['keeper'] },
  { code: 'GYS-N04', name: '中山市明辉电器配件有限公司', paymentDays: 90, done: ['it', 'finance'] },
  { code: 'GYS-N05', name: '台州市路桥宏运模具厂', paymentDays: 60, done: ['sales', 'hr', 'boss'] },
] as const

export async function makeApprovals({ now, as }: DemoPeople): Promise<void> {
  const people = new Map<Name, Context>()
  for (const name of names) people.set(name, await as(name))
  const who = (name: Name, at = now): Promise<Context> => as(name, at)
  const idOf = (name: Name): string => defined(people.get(name)?.caller.employeeId, name)
  const approver = (...jobs: readonly Job[]): Approver => ({
    by: 'person',
    ids: jobs.flatMap(job => (job === 'clerk' ? clerks : [job])).map(idOf),
  })
  const admin = defined(people.get('admin'), 'admin')
  for (const [formCode, name, definition] of usualFlows(approver)) {
    // an installation without this area has nothing to approve there
    if (!admin.house.registry.types.has(formCode)) continue
    const { id } = await insert(admin, { formCode, name, definition })
    await publish(admin, { id })
  }
  await askForSuppliers(who, now)
  await askForCost(people)
  await askForEvent(people)
  await askForTransfer(people)
  await askForContract(people)
}

/** Confirms the one approval of this record that waits for the person. */
async function agree(context: Context, keyValue: string, formCode: string): Promise<void> {
  const { list } = await allList(context, { box: 1, formCode, pageSize: 100 })
  const card = defined(
    list.find(one => one.keyValue === keyValue),
    `${formCode} ${keyValue}`,
  )
  await confirmProcess(context, { formCode, keyValue, currentProcessId: card.processId, round: card.round, opinion: '同意' })
}

async function askForSuppliers(who: (name: Name, at?: Date) => Promise<Context>, now: Date): Promise<void> {
  for (const [i, { code, name, paymentDays, done }] of suppliers.entries()) {
    const at = new Date(now.getTime() - (suppliers.length - i) * dayMs)
    const buyer = await who('buyer', at)
    const supplier = defined(buyer.house.registry.types.get('supplier'), 'supplier')
    const terms = defined(buyer.house.registry.types.get('paymentTerms'), 'paymentTerms')
    const known = (await listOf(buyer, terms, { pageNum: 1, pageSize: 1, name: `月结 ${paymentDays} 天` })).list[0]?.id
    const termsId =
      known ??
      (await addRecord(await who('admin'), terms, { name: `月结 ${paymentDays} 天`, onStatement: '100', statementDays: paymentDays })).id
    const { id } = await addRecord(buyer, supplier, { code, name, termsId })
    for (const one of done) await agree(await who(one, at), id, 'supplier')
    if (i !== 0) continue
    // one of them came back with a word and was asked for again
    const looker = await who('admin', at)
    const { list } = await allList(looker, { box: 1, formCode: 'supplier' })
    const card = defined(
      list.find(one => one.keyValue === id),
      code,
    )
    await backProcess(
      looker,
      { formCode: 'supplier', keyValue: id, currentProcessId: card.processId, round: card.round, opinion: '缺少营业执照和开户许可证' },
      true,
    )
  }
}

/** A product that costs much: the buyer looks at the price first. */
async function askForCost(people: ReadonlyMap<Name, Context>): Promise<void> {
  const finance = defined(people.get('finance'), 'finance')
  const { types } = finance.house.registry
  const [cost, product] = [types.get('productCost'), types.get('product')]
  if (cost === undefined || product === undefined) return
  const { list } = await listOf(finance, product, { pageNum: 1, pageSize: 1 })
  const [first] = list
  if (first === undefined) return
  const month = finance.now().toISOString().slice(0, 7)
  await addRecord(finance, cost, { productId: first.id, month, unitCost: '568', currency: 'CNY', remark: '定制礼盒版' })
}

/** The draft that stands in the chronicle is to be published. */
async function askForEvent(people: ReadonlyMap<Name, Context>): Promise<void> {
  const admin = defined(people.get('admin'), 'admin')
  const chronicle = admin.house.registry.types.get('chronicle')
  if (chronicle === undefined) return
  const where = [{ field: 'status', condition: 'EQ', value: '0' } as const]
  const { list } = await listOf(admin, chronicle, { pageNum: 1, pageSize: 1, conditionList: where })
  const ids = list.map(row => ({ id: row.id }))
  if (ids.length > 0) await takeSteps(admin, chronicle, { ids, pick: { step: 'publish' }, input: {} })
}

/** The transfer that HR has begun waits for the general manager. */
async function askForTransfer(people: ReadonlyMap<Name, Context>): Promise<void> {
  const hr = defined(people.get('hr'), 'hr')
  const action = hr.house.registry.types.get('personnelAction')
  if (action === undefined) return
  const where = [
    { field: 'state', condition: 'EQ', value: '0' },
    { field: 'kind', condition: 'EQ', value: '3' },
  ] as const
  const { list } = await listOf(hr, action, { pageNum: 1, pageSize: 10, conditionList: where })
  const ids = list.map(row => ({ id: row.id }))
  if (ids.length > 0) await takeSteps(hr, action, { ids, pick: { step: 'submit' }, input: {} })
}

/** A contract of a large amount: finance has agreed, the general manager reads its draft. */
async function askForContract(people: ReadonlyMap<Name, Context>): Promise<void> {
  const buyer = defined(people.get('buyer'), 'buyer')
  const contract = buyer.house.registry.types.get('contract')
  if (contract === undefined) return
  const where = [
    { field: 'state', condition: 'EQ', value: '0' },
    { field: 'amount', condition: 'GE', value: '100000' },
  ] as const
  const { list } = await listOf(buyer, contract, { pageNum: 1, pageSize: 1, conditionList: where })
  const [first] = list
  if (first === undefined) return
  await takeSteps(buyer, contract, { ids: [{ id: first.id }], pick: { step: 'submit' }, input: {} })
  await agree(defined(people.get('finance'), 'finance'), first.id, 'contract')
}
