/** Seal requests: the files that were approved, copies, and one request in one press from a contract or a letter. */
import { namedBy, notice } from '#platform/declare/notice.ts'
import { operations, signedIn } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type Follower, type RouteMap, type Timed, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { reminder } from '#platform/server/jobs.ts'
import { create, family, namedId, oneRecord, setDerived, followerOf } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { hrLetter, letterStates } from '#areas/hr/index.ts'
import { contract, contractStates } from './contract-tables.ts'
import { idsOf, textOrNull } from './refusals.ts'
import { seal, sealRequest, sealStates as states } from './seal-tables.ts'

/** What is asked for has its files, whose bytes are told by their hashes; no more copies are stamped than were approved. */
export const followSeals = followerOf(sealRequest, async (caller, tx, changes) => {
  await keepKeepers(caller, tx, changes)
  for (const { id, before, after } of changes) {
    if (after === null || before?.state === after.state) continue
    if (after.state === states.stamped[0] && Number(after.stamped ?? 0) > Number(after.copies ?? 0))
      throw refuse.invalid([{ field: 'stamped', message: sentence`已批准 ${Number(after.copies ?? 0)} 份，不能多用` }])
    if (after.state !== states.asked[0]) continue
    const ids = idsOf(after.papers)
    if (ids.length === 0 && textOrNull(after.letterId) === null)
      throw refuse.invalid([{ field: 'papers', message: sentence`请上传要用印的文件` }])
    if (after.takeOut === true && textOrNull(after.backOn) === null)
      throw refuse.invalid([{ field: 'backOn', message: sentence`带出印章请填写计划归还日期` }])
    if (ids.length === 0) continue
    const server = await inServersName(caller, tx, 'hashes of what is stamped')
    const files = await server.db.selectFrom('stored_file').select(['id', 'sha256']).where('id', 'in', ids).execute()
    const hashes = ids.flatMap(one => files.find(file => asText(file.id) === one)?.sha256 ?? [])
    await setDerived(server, sealRequest, [{ id, papersHash: hashes.join('\n') }])
  }
})

/** Who keeps the seal that is asked for now, until it was submitted; while the seal is out, when it comes back. */
async function keepKeepers(caller: Context, tx: Tx, changes: Parameters<Follower>[2]): Promise<void> {
  const rows = changes.flatMap(({ id, after }) => (after === null ? [] : [{ id, after }]))
  if (rows.length === 0) return
  const server = await inServersName(caller, tx, 'keepers of seals')
  const open = rows.filter(({ after }) => ([states.draft[0], states.asked[0]] as unknown[]).includes(after['state']))
  const ids = [...new Set(open.map(({ after }) => asText(after['sealId'])))]
  const seals = ids.length === 0 ? [] : await server.db.selectFrom('seal').select(['id', 'keeper_id']).where('id', 'in', ids).execute()
  const keepers = new Map(seals.map(one => [asText(one.id), asText(one.keeper_id)]))
  const of = new Set(open)
  await setDerived(
    server,
    sealRequest,
    rows.map(row => {
      const { id, after } = row
      const isOut = textOrNull(after['outOn']) !== null && textOrNull(after['returnedOn']) === null
      return {
        id,
        keeperId: (of.has(row) ? keepers.get(asText(after['sealId'])) : undefined) ?? textOrNull(after['keeperId']),
        dueBack: isOut ? textOrNull(after['backOn']) : null,
      }
    }),
  )
}

const at9 = { at: '09:00' } as const
export const sealTimed: readonly Timed[] = [
  reminder('seals.back', ['印章归还提醒', 'Reminder of seals that are out'], {
    of: sealRequest,
    on: 'dueBack',
    by: { calendarDays: [0] },
    when: at9,
    notice: notice('seals.back', ['印章应归还', 'A seal is due'], {
      title: ['用印 {label} 带出的印章到了归还日期', 'The seal of {label} is due back'],
      titleOfMany: ['{n} 枚带出的印章到了归还日期', '{n} seals are due back'],
      to: [namedBy('employeeId'), namedBy('keeperId')],
    }),
  }),
]

/** The first seal of the company that is in use, its contract seal before others. */
async function sealOf({ db }: Context, companyId: string | null): Promise<string> {
  let query = db.selectFrom('seal').select(['id', 'kind']).where('status', '=', 1)
  if (companyId !== null) query = query.where('company_id', '=', companyId)
  const rows = await query.orderBy('id').limit(50).execute()
  const best = rows.find(one => one.kind === (companyId === null ? 1 : 2)) ?? rows[0]
  if (best === undefined) throw refuse.rule(sentence`还没有登记印章，请先在“印章”里新增`)
  return asText(best.id)
}
const pageOf = (id: string) => ({ page: { list: 'sealRequest', id } })

/** A draft with the files of the contract; whoever asks looks over it and submits it. */
const ofContract = act(
  contract,
  {
    name: 'askSeal',
    title: ['申请用印', 'Ask for a seal'],
    over: 'row',
    operation: operations.edit,
    when: { state: [contractStates.unsigned[0], contractStates.running[0]] },
    result: 'page',
  },
  (context, { input }) =>
    context.write(async (_tx, inside) => {
      const row = await oneRecord(inside, contract, namedId(input['id'], contract.title))
      const { id } = await create(inside, sealRequest, {
        businessOn: todayOf(inside),
        employeeId: ownEmployee(inside),
        sealId: await sealOf(inside, textOrNull(row['companyId'])),
        purpose: purposeOf(`签订合同 ${asText(row['no'])} ${asText(row['title'])}`),
        papers: idsOf(row['draft']),
        copies: 2,
        party: row['partyName'],
        contractId: row.id,
      })
      return pageOf(id)
    }),
)
const ofLetter = {
  ...act(
    hrLetter,
    {
      name: 'askSeal',
      title: ['申请用印', 'Ask for a seal'],
      over: 'row',
      operation: operations.view,
      when: { state: [letterStates.issued[0]] },
      result: 'page',
    },
    (context, { input }) =>
      context.write(async (_tx, inside) => {
        const row = await oneRecord(inside, hrLetter, namedId(input['id'], hrLetter.title))
        const { id } = await create(inside, sealRequest, {
          businessOn: todayOf(inside),
          employeeId: ownEmployee(inside),
          sealId: await sealOf(inside, null),
          purpose: purposeOf(`证明 ${asText(row['no'])} ${asText(row['purpose'])}`),
          copies: 1,
          letterId: row.id,
        })
        return pageOf(id)
      }),
  ),
  demand: signedIn,
}
const purposeMax = 100
const purposeOf = (text: string): string => text.slice(0, purposeMax)
function ownEmployee({ caller }: Context): string {
  if (caller.employeeId === null) throw refuse.rule(sentence`您的账号没有对应的员工，不能申请`)
  return caller.employeeId
}

export const sealRoutes: RouteMap = {
  ...family('seal', seal),
  ...family('sealRequest', sealRequest),
  'POST /sealRequest/submit': { ...step(sealRequest, 'submit'), demand: signedIn },
  'POST /sealRequest/take': { ...step(sealRequest, 'take'), demand: signedIn },
  'POST /sealRequest/use': { ...step(sealRequest, 'use'), demand: signedIn },
  'POST /sealRequest/unused': { ...step(sealRequest, 'unused'), demand: signedIn },
  'POST /sealRequest/return': { ...step(sealRequest, 'return'), demand: signedIn },
  'POST /sealRequest/archive': { ...step(sealRequest, 'archive'), demand: signedIn },
  'POST /sealRequest/void': { ...step(sealRequest, 'void'), demand: signedIn },
  'POST /contract/askSeal': ofContract,
  'POST /hrLetter/askSeal': ofLetter,
}
