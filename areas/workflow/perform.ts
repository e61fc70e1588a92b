/** What was asked for, done: first on trial, to see what the record would be, and once for good when it is approved. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Wanted } from '#platform/declare/approval.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { type Caller, type Context, type Tx, type Ask, refuse } from '#platform/server/area.ts'
import { anyTable, actingFor, within } from '#platform/server/database.ts'
import { rowOf } from '#platform/server/lists.ts'
import { addDocument, changeDocument, linesInForm } from '#platform/server/documents.ts'
import { change, create, linesName } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'

export interface Performed {
  readonly resource: Resource
  readonly recordId: string | null
  readonly wanted: Wanted
}

/** The context is that of whoever is entitled, and carries the approval, so nothing is held again. Answers the record as it is then. */
export async function perform(inside: Context, tx: Tx, { resource: r, recordId, wanted }: Performed): Promise<Row | null> {
  switch (wanted.do) {
    case 'step': {
      const [row] = await takeSteps(inside, r, {
        ids: [{ id: recordId ?? '' }],
        pick: { step: wanted.step },
        input: wanted.input,
        byProgram: true,
        ...(wanted.isEdit ? { isEdit: true as const } : {}),
      })
      return row ?? null
    }
    case 'change': {
      const { [linesName]: given, ...values } = wanted.values
      const lines = linesInForm(inside, r)
      const id = recordId ?? ''
      if (lines === undefined || given === undefined) return change(inside, r, id, wanted.values)
      // the record was locked since: its version is the one that was approved
      const { version } = (await rowOf(inside, anyTable(tx), r, id)) ?? {}
      return changeDocument(inside, [r, lines], { id, version, values }, given, {})
    }
    case 'add': {
      const { [linesName]: given, ...values } = wanted.values
      const lines = linesInForm(inside, r)
      if (lines === undefined || given === undefined) return create(inside, r, wanted.values)
      return addDocument(inside, [r, lines], values, given, {})
    }
    case 'action': {
      const route = inside.house.registry.routes.find(one => one.matter === wanted.action && one.resource?.table === r.table)
      if (route === undefined) throw refuse.rule(sentence`“${r.title}”的这项操作已不存在，不能再审批`)
      await route.handler(inside, { ...bareAsk(inside), input: wanted.input })
      return recordId === null ? null : rowOf(inside, anyTable(tx), r, recordId)
    }
  }
}

/** Actions read their input alone. */
const bareAsk = ({ house, language, requestId }: Context): Omit<Ask, 'input'> =>
  ({ params: {}, headers: {}, address: '', house, language, requestId }) as Omit<Ask, 'input'>

/** The applicant's rights and scope, under the name of whoever approves last: both stand in the trail. */
export async function forApplicant(context: Context, tx: Tx, accountId: string, approvalId: string): Promise<Context> {
  const { house, caller, language, requestId, origin } = context
  const [applicant] = await house.rights.callersOf(caller.orgId, [accountId], tx)
  if (applicant === undefined) throw refuse.rule(sentence`申请人的账号已停用，请退回后由他人重新申请`)
  const named: Caller = { ...applicant, accountId: caller.accountId, name: caller.name }
  const own = house.asUser(named, language, requestId, undefined, origin)
  return actingFor({ ...within(own, tx), approved: approvalId, now: context.now }, { accountId: applicant.accountId, name: applicant.name })
}
