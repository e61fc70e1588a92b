/** 职工名册 and 代发账户: the only ways by which many encrypted values leave, with a reason and an entry a person. Nothing is stored. */
import { text } from '#platform/declare/fields.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { act, refuse, type Blob, type Context, type RouteMap } from '#platform/server/area.ts'
import { madeBy, tableFile } from '#platform/server/files.ts'
import { noteExport, openedText } from '#platform/server/records.ts'
import { hrFile, stages } from './file-tables.ts'
import { noteReadings, type What } from './readings.ts'
import { hrRights } from './words.ts'

const rowsMax = 20_000
const asked = { reason: text('原因', 'Reason', { max: 200, help: ['会记在每个人的“谁看过”里', 'Each person sees it'] }) }

/** Files of who works here, as the caller's scope has them. */
async function filesOf({ db }: Context) {
  const rows = await db
    .selectFrom('hr_file as f')
    .innerJoin('employee as e', 'e.id', 'f.employee_id')
    .select(['f.employee_id', 'e.no', 'e.name', 'e.phone', 'f.sex', 'f.id_no', 'f.address', 'f.kind', 'f.hired_on'])
    .select(['f.registered_address', 'f.bank_name', 'f.bank_holder', 'f.bank_account'])
    .where('f.stage', '<>', stages.left[0])
    .orderBy('e.no')
    .limit(rowsMax + 1)
    .execute()
  if (rows.length > rowsMax) throw refuse.rule(sentence`多于 ${rowsMax} 人，请缩小范围`)
  return rows
}

interface Sheet {
  readonly way: 'roster' | 'accounts'
  readonly what: What
  readonly title: readonly [string, string]
  readonly heads: readonly (readonly [string, string])[]
}
type FileRow = Awaited<ReturnType<typeof filesOf>>[number]

async function exported(
  context: Context,
  reason: unknown,
  { way, what, title, heads }: Sheet,
  cellsOf: (row: FileRow, number: string) => readonly (string | null)[],
): Promise<Blob> {
  const why = typeof reason === 'string' ? reason.trim() : ''
  if (why === '') throw refuse.invalid([{ field: 'reason', message: sentence`请填写导出的原因` }])
  const rows = await filesOf(context)
  const column = what === 'idNo' ? 'id_no' : 'bank_account'
  const held = rows.filter(row => row[column] !== null)
  await noteReadings(
    context,
    way,
    why,
    held.map(row => ({ employeeId: asText(row.employee_id), what })),
  )
  await noteExport(context, 'hr_file', { export: way, reason: why, rows: rows.length })
  const at = context.language === 'en' ? 1 : 0
  const cells = rows.map(row => cellsOf(row, row[column] === null ? '' : openedText(context, hrFile, what, row[column])))
  return tableFile({
    name: `${title[at]}-${madeBy(context).day}`,
    title: title[at],
    columns: heads.map(one => ({ title: one[at], kind: 'text' as const, width: 20 })),
    rows: (async function* () {
      yield cells
    })(),
    notes: madeBy(context).notes,
  })
}

/** The columns of 劳动合同法实施条例 8. */
async function roster(context: Context, reason: unknown): Promise<Blob> {
  const contracts = await context.db
    .selectFrom('labour_contract')
    .select(['employee_id', 'valid_from', 'valid_to'])
    .where('state', '=', 2)
    .orderBy('valid_from')
    .execute()
  const contractOf = new Map(contracts.map(row => [asText(row.employee_id), row]))
  const at = context.language === 'en' ? 2 : 1
  const said = (choices: object, code: unknown): string => {
    const found = (Object.values(choices) as (readonly [number, string, string])[]).find(([one]) => one === code)
    return found?.[at] ?? ''
  }
  const sheet: Sheet = {
    way: 'roster',
    what: 'idNo',
    title: ['职工名册', 'Register of employees'],
    heads: [
      ['姓名', 'Name'],
      ['性别', 'Sex'],
      ['公民身份号码', 'Identity number'],
      ['户籍地址', 'Registered address'],
      ['现住址', 'Address'],
      ['联系方式', 'Phone'],
      ['用工形式', 'Employment'],
      ['用工起始时间', 'Hired on'],
      ['劳动合同期限', 'Contract'],
    ],
  }
  return exported(context, reason, sheet, (row, number) => {
    const contract = contractOf.get(asText(row.employee_id))
    const term = contract === undefined ? '' : `${asText(contract.valid_from)} – ${asText(contract.valid_to ?? '')}`
    const { sex, kind } = hrFile.fields
    return [
      row.name,
      said(sex.choices, row.sex),
      number,
      row.registered_address,
      row.address,
      row.phone,
      said(kind.choices, row.kind),
      asText(row.hired_on ?? ''),
      term,
    ]
  })
}

const accounts: Sheet = {
  way: 'accounts',
  what: 'bankAccount',
  title: ['代发账户', 'Accounts for wages'],
  heads: [
    ['工号', 'Employee no'],
    ['姓名', 'Name'],
    ['户名', 'Account holder'],
    ['开户行', 'Bank'],
    ['银行账号', 'Bank account'],
  ],
}

const { operation } = hrRights.exports
export const namedExportRoutes: RouteMap = {
  'POST /hrFile/roster': act(
    hrFile,
    { name: 'roster', title: ['导出职工名册', 'Register of employees'], over: 'page', operation, input: asked, result: 'file' },
    (context, { input }) => roster(context, input['reason']),
  ),
  'POST /hrFile/accounts': act(
    hrFile,
    { name: 'accounts', title: ['导出代发账户', 'Accounts for wages'], over: 'page', operation, input: asked, result: 'file' },
    (context, { input }) =>
      exported(context, input['reason'], accounts, (row, number) => [row.no, row.name, row.bank_holder ?? row.name, row.bank_name, number]),
  ),
}
