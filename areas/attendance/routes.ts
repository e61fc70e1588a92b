/** Route map of attendance. */
import { needs, operations, signedIn, type Demand } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { RouteMap } from '#platform/server/area.ts'
import { add, exportOf, family, imported, list, one, update, usual, type Rule } from '#platform/server/records.ts'
import { clockRoutes } from './clock.ts'
import { attendanceDay } from './day-tables.ts'
import { deviceRoutes } from './devices/bring.ts'
import { isSpans, lengthOf, readSpans } from './day/spans.ts'
import { enterRoutes } from './enter.ts'
import { explainRoutes } from './explain.ts'
import { askRoutes } from './leave/ask.ts'
import { grantRoutes } from './leave/grants.ts'
import { leaveEntitlement, leaveLedger, leaveRule } from './leave/tables.ts'
import { bringTypes } from './leave-types.ts'
import { unusedRoutes } from './leave/unused.ts'
import { paperRoutes } from './month/papers.ts'
import { previewRoutes } from './preview.ts'
import { overtimeManyRoutes } from './overtime-many.ts'
import { monthRoutes } from './month/lock.ts'
import { punch, punchVoid } from './punch-tables.ts'
import { leaveType } from './request-tables.ts'
import { requestRoutes } from './requests.ts'
import { rosterRoutes } from './roster/publish.ts'
import { rosterDay } from './roster/tables.ts'
import { attendanceDevice, attendanceGroup, attendanceMember, attendanceRule, attendanceShift } from './set-up-tables.ts'
import { teamRoutes } from './team/team.ts'

const shiftRule: Rule = input =>
  (['spans', 'mealBreaks'] as const).flatMap(field => {
    const given = input[field]
    if (typeof given !== 'string' || given === '') return []
    const said = readSpans(given, field === 'spans')
    if (!isSpans(said)) return [{ field, message: said }]
    return field === 'spans' && lengthOf(said) === 0 ? [{ field, message: sentence`请填写上班时段，例如 09:00-18:00` }] : []
  })
const ruleRule: Rule = ({ turnsAt }) =>
  typeof turnsAt !== 'string' || /^([01]\d|2[0-3]):[0-5]\d$/.test(turnsAt)
    ? []
    : [{ field: 'turnsAt', message: sentence`换日时刻请写成 04:00` }]

/** everybody sees his own entitlements; only who keeps them writes */
const kept = (operation: number): Demand => needs('leaveEntitlement', operation)

export const attendanceRoutes: RouteMap = {
  ...clockRoutes,
  ...explainRoutes,
  ...enterRoutes,
  ...teamRoutes,
  ...requestRoutes,
  ...askRoutes,
  ...previewRoutes,
  ...deviceRoutes,
  ...grantRoutes,
  ...monthRoutes,
  ...paperRoutes,
  ...unusedRoutes,
  ...overtimeManyRoutes,
  ...family('attendanceShift', attendanceShift, shiftRule),
  ...family('attendanceGroup', attendanceGroup),
  ...family('attendanceRule', attendanceRule, ruleRule),
  ...family('attendanceMember', attendanceMember),
  ...imported('attendanceMember', attendanceMember),
  ...family('rosterDay', rosterDay),
  ...imported('rosterDay', rosterDay),
  ...rosterRoutes,
  ...family('attendanceDevice', attendanceDevice),
  'POST /punch/list': list(punch),
  'POST /punch/listExport': exportOf(punch),
  ...imported('punch', punch),
  'POST /punchVoid/list': list(punchVoid),
  'POST /punchVoid/insert': add(punchVoid),
  ...family('leaveType', leaveType),
  'POST /leaveType/loadUsual': usual(leaveType, { title: ['载入常用类型', 'Bring the usual kinds'] }, bringTypes),
  ...family('leaveRule', leaveRule),
  'POST /leaveEntitlement/list': list(leaveEntitlement),
  'GET /leaveEntitlement/query/{id}': one(leaveEntitlement),
  'POST /leaveEntitlement/insert': { ...add(leaveEntitlement), demand: kept(operations.add) },
  'POST /leaveEntitlement/update': { ...update(leaveEntitlement), demand: kept(operations.edit) },
  'POST /leaveEntitlement/listExport': exportOf(leaveEntitlement),
  ...imported('leaveEntitlement', leaveEntitlement),
  'POST /leaveEntry/list': { ...list(leaveLedger.entry), demand: signedIn },
  'POST /leaveEntry/listExport': exportOf(leaveLedger.entry),
  'POST /attendanceDay/list': list(attendanceDay),
  'POST /attendanceDay/listExport': exportOf(attendanceDay),
}
