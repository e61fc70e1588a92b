/** 入职名单: a sheet of joiners makes drafts of actions, which are submitted together. */
import { date, integer, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { change, create, openedText, setDerived, followerOf } from '#platform/server/records.ts'
import { actionKinds, actionStates, personnelAction } from './action-tables.ts'
import { hrRights, placeFields, placeNames } from './words.ts'

export const hrJoiner = resource('hr_joiner', {
  type: 'hrJoiner',
  title: ['入职名单', 'Sheet of joiners'],
  access: { scope: ownOrganisation, permission: 'personnelAction' },
  fields: {
    effectiveOn: date('入职日期', 'Joins on', { filter: 'range', sort: true, editDisabled: true, width: 110 }),
    seq: integer('序号', 'No', { identifier: true, min: 1, max: 10_000, editDisabled: true, sort: true, width: 70 }),
    personName: text('姓名', 'Name', { max: 50, filter: 'contains', width: 110 }),
    employeeNo: text('工号', 'Employee no', { max: 20, optional: true, help: ['不填时自动编号', 'Empty: the next one'] }),
    ...placeFields(),
    probationTo: date('试用期至', 'Probation to', { optional: true, width: 110 }),
    idNo: text('证件号', 'Number of paper', { max: 30, optional: true, encrypted: true }),
    phone: text('手机', 'Phone', { max: 30, optional: true, sensitive: true }),
    email: text('邮箱', 'E-mail', { max: 100, optional: true, show: false }),
    salaryLevel: text('薪级', 'Pay level', { max: 20, optional: true, see: hrRights.pay, show: false }),
    actionId: reference('异动单', 'Action', 'personnel_action', { optional: true, computed: true, width: 150 }),
  },
  list: {
    sort: { field: 'effectiveOn', way: 'DESC' },
    empty: [
      '一行一人，导入后各成一张入职草稿，再到“异动”里一起提交',
      'A row a person: each becomes a draft, submitted together in Actions',
    ],
  },
  record: { label: 'personName' },
  storage: {
    key: ['effectiveOn', 'seq'],
    index: [
      ['orgId', '-effectiveOn'],
      ['actionId'],
      ['deptId'],
      ['positionId'],
      ['gradeId'],
      ['managerId'],
      ['workplaceId'],
      ['companyId'],
    ],
  },
})

const names = [...placeNames, 'effectiveOn', 'personName', 'employeeNo', 'probationTo', 'phone', 'email', 'salaryLevel'] as const

/** A row makes its draft; a row that is corrected changes it as long as it is one. The number stays in the draft alone. */
export const keepJoiners = followerOf(hrJoiner, async (caller, tx, changes) => {
  const ids = changes.flatMap(({ id, after }) => (after === null ? [] : [id]))
  if (ids.length === 0) return
  const server = await inServersName(caller, tx, 'drafts of a sheet of joiners')
  const rows = await tx.selectFrom('hr_joiner').selectAll().where('id', 'in', ids).orderBy('effective_on').orderBy('seq').execute()
  const made = rows.flatMap(row => (row.action_id === null ? [] : [asText(row.action_id)]))
  const drafts =
    made.length === 0 ? [] : await server.db.selectFrom('personnel_action').select(['id', 'no', 'state']).where('id', 'in', made).execute()
  const draftOf = new Map(drafts.map(one => [asText(one.id), one]))
  const changedOf = new Map(changes.map(one => [one.id, one]))
  const derived: { id: string; actionId: string; idNo: null }[] = []
  for (const row of rows) {
    const { before, after } = changedOf.get(asText(row.id)) ?? { before: null, after: null }
    const idNo = row.id_no === null ? {} : { idNo: openedText(server, hrJoiner, 'idNo', row.id_no) }
    // what the row does not change stays as the draft has it; what its writer may not see is in neither
    const set = names.filter(name => row.action_id === null || before?.[name] !== after?.[name])
    const values: Values = { ...Object.fromEntries(set.map(name => [name, after?.[name] ?? null])), ...idNo }
    if (row.action_id === null) {
      const { id } = await create(server, personnelAction, {
        ...values,
        kind: actionKinds.join[0],
        businessOn: todayOf(server),
        askedBy: caller.caller.employeeId,
      })
      derived.push({ id: asText(row.id), actionId: id, idNo: null })
      continue
    }
    const one = draftOf.get(asText(row.action_id))
    const isSame = set.length === 0 && row.id_no === null
    if (one === undefined || isSame) continue
    if (one.state !== actionStates.draft[0]) throw refuse.rule(sentence`异动单 ${asText(one.no)} 已提交，请在异动单里修改`)
    await change(server, personnelAction, asText(one.id), values)
    derived.push({ id: asText(row.id), actionId: asText(row.action_id), idNo: null })
  }
  await setDerived(server, hrJoiner, derived)
})
