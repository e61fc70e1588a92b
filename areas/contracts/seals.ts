/** Seal requests: the files that were approved, copies, and one request in one press from a contract or a letter. */
import { operations, signedIn } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type Follower, type RouteMap } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create, family, namedId, oneRecord, setDerived } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { hrLetter, letterStates } from '#areas/hr/index.ts'
import { contract, contractStates } from './contract-tables.ts'
import { idsOf, textOrNull } from './refusals.ts'
import { seal, sealRequest, sealStates as states } from './seal-tables.ts'

/** What is asked for has its files, whose bytes are told by their hashes; no more copies are stamped than were approved. */
export const followSeals: Follower = async (caller, tx, changes) => {
  for (const { id, before, after } of changes) {
    if (after === null || before?.['state'] === after['state']) continue
    if (after['state'] === states.stamped[0] && Number(after['stamped'] ?? 0) > Number(after['copies'] ?? 0))
      throw refuse.invalid([{ field: 'stamped', message: sentence`已批准 ${Number(after['copies'] ?? 0)} 份，不能多用` }])
    if (after['state'] !== states.asked[0]) continue
    const ids = idsOf(after['papers'])
    if (ids.length === 0 && textOrNull(after['letterId']) === null)
      throw refuse.invalid([{ field: 'papers', message: sentence`请上传要用印的文件` }])
    if (after['takeOut'] === true && textOrNull(after['backOn']) === null)
      throw refuse.invalid([{ field: 'backOn', message: sentence`带出印章请填写计划归还日期` }])
    if (ids.length === 0) continue
    const server = await inServersName(caller, tx, 'hashes of what is stamped')
    const files = await server.db.selectFrom('stored_file').select(['id', 'sha256']).where('id', 'in', ids).execute()
    const hashes = ids.flatMap(one => files.find(file => asText(file.id) === one)?.sha256 ?? [])
    await setDerived(server, sealRequest, [{ id, papersHash: hashes.join('\n') }])
  }
}

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
  'POST /sealRequest/return': { ...step(sealRequest, 'return'), demand: signedIn },
  'POST /sealRequest/archive': { ...step(sealRequest, 'archive'), demand: signedIn },
  'POST /sealRequest/void': { ...step(sealRequest, 'void'), demand: signedIn },
  'POST /contract/askSeal': ofContract,
  'POST /hrLetter/askSeal': ofLetter,
}
