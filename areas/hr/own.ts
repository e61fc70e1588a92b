/** 我的档案: the person's own numbers and export, and his corrections, which HR takes over. */
import { Object as O, String as Text } from 'typebox'
import { operations, signedIn } from '#platform/declare/operations.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { employee } from '#areas/admin/index.ts'
import { act, Id, refuse, type Blob, type Context, type RouteMap, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { madeBy, sheetsFile } from '#platform/server/files.ts'
import { change, exportOf, family, list, one, openedText, reveal, type Rule, followerOf } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { hrFile } from './file-tables.ts'
import { isSaid, plainNumber, readNumber, type Said } from './identity-number.ts'
import { changeStates, hrFileChange, hrMine, hrReading, ownNames } from './own-tables.ts'
import { isWhat, noteReadings, type What } from './readings.ts'

const columns = { idNo: 'id_no', bankAccount: 'bank_account' } as const

/** The caller's own number; null: his file has none. */
async function ownNumber(context: Context, what: What): Promise<string | null> {
  const { employeeId } = context.caller
  if (employeeId === null) throw refuse.unknown(hrMine.title)
  const row = await context.db
    .selectFrom('hr_file')
    .select(['id_no', 'bank_account'])
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  if (row === undefined) throw refuse.unknown(hrMine.title)
  const sealed = row[columns[what]]
  return sealed === null ? null : openedText(context, hrFile, what, sealed)
}

const text = (title: string, width = 20) => ({ title, kind: 'text' as const, width })
async function workedAt({ db }: Context, employeeId: string) {
  const stood = await db
    .selectFrom('hr_assignment as a')
    .innerJoin('department as d', 'd.id', 'a.dept_id')
    .leftJoin('position as p', 'p.id', 'a.position_id')
    .select(['a.valid_from', 'a.valid_to', 'd.name as dept', 'p.name as position'])
    .where('a.employee_id', '=', employeeId)
    .orderBy('a.valid_from')
    .execute()
  const contracts = await db
    .selectFrom('labour_contract')
    .select(['no', 'valid_from', 'valid_to', 'signed_on'])
    .where('employee_id', '=', employeeId)
    .orderBy('valid_from')
    .execute()
  return { stood, contracts }
}

/** What is known of the caller, whole, as sheets. */
async function ownFile(context: Context): Promise<Blob> {
  const { employeeId } = context.caller
  if (employeeId === null) throw refuse.unknown(hrMine.title)
  const { db } = context
  const at = context.language === 'en' ? 1 : 0
  const file = await db.selectFrom('hr_file').selectAll().where('employee_id', '=', employeeId).executeTakeFirst()
  if (file === undefined) throw refuse.unknown(hrMine.title)
  const held: readonly What[] = (['idNo', 'bankAccount'] as const).filter(what => file[columns[what]] !== null)
  await noteReadings(
    context,
    'own',
    null,
    held.map(what => ({ employeeId, what })),
  )
  const numbers: Values = Object.fromEntries(
    held.map(what => [columns[what], openedText(context, hrFile, what, file[columns[what]] ?? '')]),
  )
  const named = [file.nation, file.politics, file.marriage, file.education, file.size, file.leave_reason].filter(id => id !== null)
  const found = named.length === 0 ? [] : await db.selectFrom('dictionary_item').select(['id', 'label']).where('id', 'in', named).execute()
  const items = new Map(found.map(({ id, label }) => [asText(id), label] as const))
  const said = (name: string): string | null => {
    const field = ownValue(hrFile.fields, name)
    const column = name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    const value: unknown = numbers[column] ?? file[column as keyof typeof file]
    if (value === null || value === undefined) return null
    const choice = Object.values(field?.choices ?? {}).find(([code]) => code === value)
    if (choice !== undefined) return choice[at === 1 ? 2 : 1]
    return field?.to === 'dictionary_item' ? (items.get(asText(value)) ?? asText(value)) : asText(value)
  }
  const names = Object.keys(hrFile.fields).filter(name => name !== 'employeeId')
  const { stood, contracts } = await workedAt(context, employeeId)
  return sheetsFile(
    ['我的档案', 'My file'][at] ?? '',
    [
      {
        name: ['档案', 'File'][at] ?? '',
        columns: [text(['项目', 'Item'][at] ?? ''), text(['内容', 'Value'][at] ?? '', 40)],
        rows: [names.map(name => [ownValue(hrFile.fields, name)?.title[at] ?? name, said(name)])],
      },
      {
        name: ['任职', 'Assignments'][at] ?? '',
        columns: [
          ['从', 'From'],
          ['到', 'To'],
          ['部门', 'Department'],
          ['职位', 'Position'],
        ].map(title => text(title[at] ?? '')),
        rows: [stood.map(row => [asText(row.valid_from), asText(row.valid_to ?? ''), row.dept, row.position])],
      },
      {
        name: ['劳动合同', 'Contracts'][at] ?? '',
        columns: [
          ['编号', 'No'],
          ['从', 'From'],
          ['到', 'To'],
          ['签订', 'Signed'],
        ].map(title => text(title[at] ?? '')),
        rows: [
          contracts.map(row => [asText(row.no ?? ''), asText(row.valid_from), asText(row.valid_to ?? ''), asText(row.signed_on ?? '')]),
        ],
      },
    ],
    madeBy(context).notes,
  )
}

/** An identity number is held against its check character before it waits. */
const changeRule: Rule = ({ idNo }) => {
  // other letters than X: no identity card; what his file says it is decides when it is accepted
  if (typeof idNo !== 'string' || idNo === '' || idNo.startsWith('****') || /[A-WYZa-wyz]/.test(idNo)) return []
  const said = readNumber(idNo, '9999-12-31')
  return isSaid(said) ? [] : [{ field: 'idNo', message: said }]
}

/** What waits is told by its names, never by its values; what HR accepts is written into the file. */
export const keepFileChanges = followerOf(hrFileChange, async (caller, tx, changes) => {
  const asked = changes.flatMap(({ id, before, after }) =>
    after !== null && before?.state !== after.state && after.state !== changeStates.draft[0] ? [{ id, after }] : [],
  )
  if (asked.length === 0) return
  const server = await inServersName(caller, tx, 'changes of files that HR accepted')
  for (const { id, after } of asked) {
    const row: Values = await tx.selectFrom('hr_file_change').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const given = ownNames.flatMap(name => {
      const value = row[name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)] ?? null
      if (value === null) return []
      const isSealed = name === 'idNo' || name === 'bankAccount'
      return [[name, isSealed ? openedText(server, hrFileChange, name, asText(value)) : value] as const]
    })
    if (given.length === 0) throw refuse.rule(sentence`请至少填写一项要变更的资料`)
    if (after.state === changeStates.waiting[0])
      await change(server, hrFileChange, id, {
        what: given
          .map(([name]) => ownValue(hrFile.fields, name)?.title[0] ?? name)
          .join('、')
          .slice(0, 200),
      })
    if (after.state === changeStates.accepted[0]) await takeOver(server, asText(row['employee_id']), Object.fromEntries(given))
  }
})

const identityCard = 1
async function takeOver(server: Context, employeeId: string, values: Values): Promise<void> {
  const file = await server.db.selectFrom('hr_file').select(['id', 'id_kind']).where('employee_id', '=', employeeId).executeTakeFirst()
  if (file === undefined) throw refuse.rule(sentence`这名员工没有档案，请先建立`)
  const said = typeof values['idNo'] === 'string' && file.id_kind === identityCard ? readNumber(values['idNo'], todayOf(server)) : null
  if (said !== null && !isSaid(said)) throw refuse.rule(said)
  const idNo = said === null ? {} : { idNo: plainNumber(asText(values['idNo'])), sex: said.sex }
  await change(server, hrFile, asText(file.id), { ...values, ...idNo })
  if (said !== null) await setBirthday(server, employeeId, said)
}
export const setBirthday = (server: Context, employeeId: string, { birthday }: Said): Promise<unknown> =>
  change(server, employee, employeeId, { birthday })

const shown = reveal(hrMine)
export const ownRoutes: RouteMap = {
  'POST /hrMine/list': list(hrMine),
  'GET /hrMine/query/{id}': one(hrMine),
  'POST /hrMine/reveal': {
    ...shown,
    demand: signedIn,
    input: O({ id: Id('员工'), field: Text({ title: '字段', maxLength: 40 }) }, { additionalProperties: true }),
    handler: async (context, { input }) => {
      const { id, field } = input
      if (!isWhat(field)) throw refuse.invalid([{ field: 'field', message: sentence`未知的字段 ${asText(field)}` }])
      if (id !== context.caller.employeeId) throw refuse.unknown(hrMine.title)
      return { value: await ownNumber(context, field) }
    },
  },
  'POST /hrMine/mineExport': {
    ...act(
      hrMine,
      {
        name: 'mineExport',
        title: ['导出我的资料', 'Export my data'],
        over: 'page',
        operation: operations.view,
        result: 'file',
        confirm: ['文件里有完整的证件号和银行账号，请妥善保管。继续吗？', 'The file holds your whole numbers. Go on?'],
      },
      context => ownFile(context),
    ),
    demand: signedIn,
  },
  ...family('hrFileChange', hrFileChange, changeRule),
  'POST /hrFileChange/submit': { ...step(hrFileChange, 'submit'), demand: signedIn },
  'POST /hrFileChange/withdraw': { ...step(hrFileChange, 'withdraw'), demand: signedIn },
  'POST /hrFileChange/accept': step(hrFileChange, 'accept'),
  'POST /hrFileChange/refuse': step(hrFileChange, 'refuse'),
  'POST /hrReading/list': list(hrReading),
  'POST /hrReading/listExport': exportOf(hrReading),
}
