/** Route map of people. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { employee } from '#areas/admin/index.ts'
import { refuse, type Context, type Hooks, type RouteMap, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { add, addRecord, change, exportOf, family, imported, list, update, updateRecord, type Rule } from '#platform/server/records.ts'
import { shownResource } from '#platform/server/lists.ts'
import { step } from '#platform/server/steps.ts'
import { personnelAction } from './action-tables.ts'
import { hrAssignment } from './assignment-tables.ts'
import { mayWork, nonCompeteLastDay } from './contract-rules.ts'
import { hrAgreement, labourContract } from './contract-tables.ts'
import { chartRoutes } from './chart.ts'
import { hrEducation, hrExperience, hrFamily, hrFile, hrLanguage, hrPaper } from './file-tables.ts'
import { isSaid, plainNumber, readNumber } from './identity-number.ts'
import { hrJoiner } from './joiners.ts'
import { letterRoutes } from './letters.ts'
import { namedExportRoutes } from './named-exports.ts'
import { ownRoutes } from './own.ts'
import { hrGrade, hrHeadcount, hrWorkplace } from './place-tables.ts'
import { notedReveals } from './readings.ts'
import { rosterRule } from './roster.ts'
import { hrContractSheet, hrLacking, hrRoster, hrTurn } from './roster-tables.ts'
import { taskRoutes } from './tasks.ts'

const identityCard = 1

/** An identity number is held against its check character; birthday and sex are what it says. */
function withNumber(context: Context, input: Readonly<Values>): { readonly input: Readonly<Values>; readonly hooks: Hooks } {
  const given = input['idNo']
  const isCard = [undefined, identityCard, String(identityCard)].includes(input['idKind'] as string | number | undefined)
  if (typeof given !== 'string' || given === '' || given.startsWith('****') || !isCard) return { input, hooks: {} }
  const said = readNumber(given, todayOf(context))
  if (!isSaid(said)) throw refuse.invalid([{ field: 'idNo', message: said }])
  return {
    input: { ...input, idNo: plainNumber(given) },
    hooks: {
      besides: { sex: said.sex },
      written: async (caller, tx, changes) => {
        const server = await inServersName(caller, tx, 'the birthday that an identity number says')
        for (const { after } of changes)
          if (after !== null) await change(server, employee, asText(after['employeeId']), { birthday: said.birthday })
      },
    },
  }
}

const addFile = add(hrFile)
const updateFile = update(hrFile)
const fileRoutes: RouteMap = {
  ...family('hrFile', hrFile),
  'POST /hrFile/insert': {
    ...addFile,
    handler: (context, ask) => {
      const { input, hooks } = withNumber(context, ask.input)
      return addRecord(context, shownResource(context.caller, hrFile), input, hooks)
    },
  },
  'POST /hrFile/update': {
    ...updateFile,
    handler: (context, ask) => {
      const { input, hooks } = withNumber(context, ask.input)
      return updateRecord(context, shownResource(context.caller, hrFile), input, hooks)
    },
  },
}

const code = (value: unknown): number => (typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN)
const text = (value: unknown): string => (value === null || value === undefined ? '' : asText(value))
/** The number of who joins, as it will be held then; nobody below 16. */
const actionRule: Rule = ({ idNo, effectiveOn }) => {
  if (typeof idNo !== 'string' || !/^[\d\s]{17}[\dXx\s]+$/.test(idNo)) return []
  const said = readNumber(idNo, '9999-12-31')
  if (!isSaid(said)) return [{ field: 'idNo', message: said }]
  return effectiveOn === undefined || mayWork(said.birthday, text(effectiveOn))
    ? []
    : [{ field: 'effectiveOn', message: sentence`生效日期时不满 16 周岁，不能入职（禁止使用童工规定第二条）` }]
}

const nonCompete = 2
const agreementRule: Rule = ({ kind, fromOn, toOn }) => {
  const [from, to] = [text(fromOn), text(toOn)]
  if (code(kind) !== nonCompete || from === '' || to === '') return []
  const last = nonCompeteLastDay(from)
  return to > last ? [{ field: 'toOn', message: sentence`竞业限制最长两年，最晚到 ${last}（劳动合同法第二十四条）` }] : []
}

export const hrRoutes: RouteMap = {
  ...ownRoutes,
  ...letterRoutes,
  ...taskRoutes,
  ...namedExportRoutes,
  ...chartRoutes,
  ...family('hrRoster', hrRoster, rosterRule),
  ...imported('hrRoster', hrRoster, rosterRule),
  'POST /hrTurn/list': list(hrTurn),
  'POST /hrTurn/listExport': exportOf(hrTurn),
  'POST /hrLacking/list': list(hrLacking),
  'POST /hrLacking/listExport': exportOf(hrLacking),
  ...family('hrLanguage', hrLanguage),
  ...family('hrExperience', hrExperience),
  ...family('hrWorkplace', hrWorkplace),
  ...family('hrGrade', hrGrade),
  ...family('hrHeadcount', hrHeadcount),
  ...imported('hrHeadcount', hrHeadcount),
  ...fileRoutes,
  ...family('hrEducation', hrEducation),
  ...family('hrFamily', hrFamily),
  ...family('hrPaper', hrPaper),
  'POST /hrAssignment/list': list(hrAssignment),
  ...imported('hrAssignment', hrAssignment),
  'POST /hrAssignment/listExport': exportOf(hrAssignment),
  ...family('personnelAction', personnelAction, actionRule),
  ...family('hrJoiner', hrJoiner, actionRule),
  ...imported('hrJoiner', hrJoiner, actionRule),
  'POST /personnelAction/submit': step(personnelAction, 'submit'),
  'POST /personnelAction/withdraw': step(personnelAction, 'withdraw'),
  ...family('labourContract', labourContract),
  ...family('hrContractSheet', hrContractSheet),
  ...imported('hrContractSheet', hrContractSheet),
  'POST /labourContract/issue': step(labourContract, 'issue'),
  'POST /labourContract/sign': step(labourContract, 'sign'),
  'POST /labourContract/dissolve': step(labourContract, 'dissolve'),
  ...family('hrAgreement', hrAgreement, agreementRule),
  ...notedReveals,
}
