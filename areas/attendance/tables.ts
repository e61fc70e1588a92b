/** Tables of attendance, by name. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { attendanceDay, attendanceStale } from './day-tables.ts'
import { deviceLine, devicePerson, deviceStaging } from './devices/tables.ts'
import { leaveDay, leaveEntitlement, leaveLedger, leaveRule } from './leave/tables.ts'
import { leaveUnused } from './leave/unused-tables.ts'
import { attendanceMonth } from './month/tables.ts'
import { punch, punchVoid } from './punch-tables.ts'
import { away, leaveRequest, leaveType, overtimeOrder, requestTables, supplement, trip } from './request-tables.ts'
import { rosterDay } from './roster/tables.ts'
import { attendanceDevice, attendanceGroup, attendanceMember, attendanceRule, attendanceShift } from './set-up-tables.ts'

/** those that statements written by hand name */
const named = {
  attendanceShift,
  attendanceGroup,
  attendanceRule,
  attendanceMember,
  rosterDay,
  attendanceDevice,
  punch,
  punchVoid,
  away,
  overtimeOrder,
  attendanceDay,
  attendanceStale,
  leaveType,
  leaveRequest,
  attendanceMonth,
  devicePerson,
  deviceLine,
  leaveRule,
  leaveEntitlement,
  leaveDay,
  leaveUnused,
  supplement,
}
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}

const { entry, held, lot, taken } = leaveLedger
export const attendanceTables = {
  ...named,
  deviceStaging,
  ...requestTables,
  trip,
  entry,
  held,
  ...(lot === null ? {} : { lot }),
  ...(taken === null ? {} : { taken }),
}
