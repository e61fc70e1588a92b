/** Policies: what is other than readers have, minutes where staff are concerned, versions, and who has to confirm which. */
import { sql } from 'kysely'
import { auditStates } from '#platform/declare/auditable.ts'
import { codesOf } from '#platform/declare/codes.ts'
import { operations, signedIn } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { changesIn, paragraphsOf } from '#platform/format/paragraphs.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type RecordChange, type RouteMap, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { marksOf, publishedList, readPublished } from '#platform/server/notices.ts'
import { exportOf, family, list, namedId, one, oneRecord, setDerived, followerOf } from '#platform/server/records.ts'
import { step, takeSteps, takeStepsEach } from '#platform/server/steps.ts'
import { readingStates, regulation, regulationReading, regulationVersion } from './regulation-tables.ts'

const { draft, published } = regulation
const states = codesOf(auditStates)
const changesMax = 200_000
/** days in which a policy is confirmed where it says no day */
const confirmDays = 7

type Row = NonNullable<RecordChange['after']>
const textOf = (row: Readonly<Record<string, unknown>> | null | undefined, name: string): string => asText(row?.[name] ?? '')
const isOther = ({ before, after }: RecordChange, names: readonly string[]): boolean =>
  after !== null && names.some(name => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after[name] ?? null))
const enters =
  (state: number) =>
  ({ before, after }: RecordChange): boolean =>
    after?.['state'] === state && before?.['state'] !== state

export const followRegulations = followerOf(draft, async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'what follows from a policy')
  for (const { after } of changes.filter(enters(states.waiting))) refuseUnconsulted(after)
  const written = changes.filter(change => isOther(change, ['title', 'code', 'content', 'files', 'effectiveOn']))
  if (written.length > 0) await keepChanges(caller, server, written)
  const audited = changes.filter(enters(states.audited)).flatMap(({ after }) => (after === null ? [] : [after]))
  // while a revision is audited the version before is still to be confirmed
  const unseen = changes.filter(change => enters(states.cancelled)(change) || enters(states.archived)(change))
  await closeReadings(
    server,
    [...audited, ...unseen].map(({ id }) => id),
  )
  if (audited.length === 0) return
  await keepVersions(caller, server, audited)
  await setDerived(
    server,
    draft,
    audited.map(({ id }) => ({ id, writerIds: null })),
  )
  for (const row of audited) if (row['mustRead'] === true) await askMissing(server, tx, row)
})

/** Labour Contract Law 4: what concerns staff was discussed with them. */
function refuseUnconsulted(row: RecordChange['after']): void {
  if (row?.['concernsStaff'] !== true) return
  if ((row['consultedOn'] ?? null) === null)
    throw refuse.invalid([{ field: 'consultedOn', message: sentence`涉及员工切身利益的制度，发布前请填写协商日期` }])
  if (!Array.isArray(row['minutes']) || row['minutes'].length === 0)
    throw refuse.invalid([{ field: 'minutes', message: sentence`涉及员工切身利益的制度，发布前请上传协商纪要` }])
}

async function keepChanges(caller: Context, server: Context, changes: readonly RecordChange[]): Promise<void> {
  const { employeeId } = caller.author ?? caller.caller
  const ids = changes.map(({ id }) => id)
  const shown = await server.db.selectFrom('regulation_published').select(['id', 'title', 'content']).where('id', 'in', ids).execute()
  const before = new Map(shown.map(row => [asText(row.id), [row.title, ...paragraphsOf(row.content ?? '')]]))
  await setDerived(
    server,
    draft,
    changes.flatMap(({ id, before: was, after }) => {
      if (after === null) return []
      const old = before.get(id)
      const known = (was?.['writerIds'] as string[] | null | undefined) ?? []
      const now = [textOf(after, 'title'), ...paragraphsOf(textOf(after, 'content'))]
      return [
        {
          id,
          changes: old === undefined ? null : changesIn(old, now).slice(0, changesMax) || null,
          writerIds: employeeId === null ? known : [...new Set([...known, employeeId])],
        },
      ]
    }),
  )
}

async function keepVersions({ caller, now }: Context, server: Context, rows: readonly Row[]): Promise<void> {
  const at = now().toISOString()
  const kept = await server.db
    .selectFrom('regulation')
    .select(['id', 'changes', 'content'])
    .where(
      'id',
      'in',
      rows.map(row => row.id),
    )
    .execute()
  const of = new Map(kept.map(row => [asText(row.id), row]))
  await server.db
    .insertInto('regulation_version')
    .values(
      rows.map(row => ({
        org_id: caller.orgId,
        regulation_id: row.id,
        revision: Number(row['revision']),
        title: textOf(row, 'title'),
        effective_on: (row['effectiveOn'] as string | null | undefined) ?? null,
        changes: of.get(row.id)?.changes ?? null,
        content: of.get(row.id)?.content ?? null,
        audited_by: caller.name,
        audited_at: at,
      })),
    )
    .execute()
}

/** Confirmations of the version before stay as they are; who had not confirmed it is asked for the new one alone, or for none. */
async function closeReadings(server: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const open = await server.db
    .selectFrom('regulation_reading')
    .select('id')
    .where('published_id', 'in', ids)
    .where('state', '=', readingStates.open[0])
    .orderBy('id')
    .execute()
  if (open.length > 0)
    await takeStepsEach(server, regulationReading, {
      ids: open.map(({ id }) => ({ id: asText(id) })),
      pick: { step: 'replace' },
      input: {},
      byProgram: true,
    })
}

/** rows of one statement, whose parameters are bounded */
const askedAtOnce = 5_000
/** Those of its audience who were not asked yet for this version. */
async function askMissing(server: Context, tx: Tx, row: Row): Promise<number> {
  const accounts = await server.house.rights.accountsOf(server.caller.orgId, marksOf(row), tx)
  if (accounts.length === 0) return 0
  const revision = Number(row['revision'])
  const people = await server.db
    .selectFrom('account_organisation as m')
    .select('m.employee_id')
    .where('m.org_id', '=', server.caller.orgId)
    .where(sql<boolean>`m.account_id = any(${[...accounts]}::bigint[])`)
    .where('m.employee_id', 'is not', null)
    .where('m.employee_id', 'not in', db =>
      db.selectFrom('regulation_reading').select('employee_id').where('published_id', '=', row.id).where('revision', '=', revision),
    )
    .orderBy('m.employee_id')
    .execute()
  const by = row['confirmBy'] ?? null
  const dueOn = by === null ? addDays(todayOf(server), confirmDays) : dayInZone(instantMs(asText(by)), server.caller.zone)
  for (let at = 0; at < people.length; at += askedAtOnce)
    await server.db
      .insertInto('regulation_reading')
      .values(
        people.slice(at, at + askedAtOnce).map(one => ({
          org_id: server.caller.orgId,
          published_id: row.id,
          revision,
          employee_id: asText(one.employee_id),
          state: readingStates.open[0],
          due_on: dueOn,
        })),
      )
      .execute()
  return people.length
}

const portion = 200
/** Who joined the audience since it was published is asked as well. */
export async function askNewcomers(server: Context, tx: Tx): Promise<ReturnType<typeof sentence> | undefined> {
  const rows = await server.db
    .selectFrom('regulation')
    .select(['id', 'revision', 'for_all', 'for_depts', 'for_roles', 'for_people'])
    .where('state', '=', states.audited)
    .where('must_read', '=', true)
    .orderBy('id', 'desc')
    .limit(portion)
    .execute()
  let asked = 0
  for (const one of rows)
    asked += await askMissing(server, tx, {
      id: asText(one.id),
      revision: one.revision,
      // a day that has passed is none for who comes later
      confirmBy: null,
      forAll: one.for_all,
      forDepts: one.for_depts,
      forRoles: one.for_roles,
      forPeople: one.for_people,
    } as Row)
  return asked === 0 ? undefined : sentence`${asked} 人要确认制度`
}

/** From the policy itself: the caller's open confirmation of it. */
const confirmHere = {
  ...act(
    published,
    {
      name: 'confirmRead',
      title: ['确认已读', 'I have read it'],
      over: 'row',
      operation: operations.view,
      when: { mustRead: [true] },
      reason: ['这份制度不需要确认', 'This policy asks for no confirmation'],
    },
    (context, { input }) =>
      context.write(async (_tx, inside) => {
        const { id } = await oneRecord(inside, published, namedId(input['id'], published.title))
        const mine = await inside.db
          .selectFrom('regulation_reading')
          .select('id')
          .where('published_id', '=', id)
          .where('employee_id', '=', inside.caller.employeeId ?? '0')
          .where('state', '=', readingStates.open[0])
          .executeTakeFirst()
        if (mine === undefined) throw refuse.rule(sentence`您已经确认过这份制度，或者不需要确认`)
        await takeSteps(inside, regulationReading, { ids: [{ id: asText(mine.id) }], pick: { step: 'confirm' }, input: {} })
        return { id }
      }),
  ),
  demand: signedIn,
}

export const regulationRoutes: RouteMap = {
  ...family('regulation', draft),
  'POST /regulation/submit': step(draft, 'submit'),
  'POST /regulation/audit': step(draft, 'audit'),
  'POST /regulation/sendBack': step(draft, 'sendBack'),
  'POST /regulation/cancelAudit': step(draft, 'cancelAudit'),
  'POST /regulation/archive': step(draft, 'archive'),
  'POST /regulation/redraft': step(draft, 'redraft'),
  'POST /regulationVersion/list': list(regulationVersion),
  'GET /regulationVersion/query/{id}': one(regulationVersion),
  'POST /regulationPublished/list': publishedList(regulation),
  'GET /regulationPublished/query/{id}': {
    ...one(published),
    demand: signedIn,
    handler: (context, ask) => readPublished(context, regulation, ask.params['id']),
  },
  'POST /regulationPublished/confirmRead': confirmHere,
  'POST /regulationReading/list': list(regulationReading),
  'POST /regulationReading/listExport': exportOf(regulationReading),
  'POST /regulationReading/confirm': { ...step(regulationReading, 'confirm'), demand: signedIn },
}
