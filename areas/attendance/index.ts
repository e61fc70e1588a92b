/** Attendance: shifts, punches, requests, and what each day of a person is. */
import type { Area } from '#platform/server/area.ts'
import { makeAttendance } from './demo.ts'
import {
  devicesFollow,
  groupsFollow,
  leaversFollow,
  membersFollow,
  placesFollow,
  punchesFollow,
  rulesFollow,
  shiftsFollow,
  voidsFollow,
} from './keep.ts'
import { assignmentsFollow } from './depts.ts'
import { devicePeopleFollow } from './devices/bring.ts'
import { deviceEvents } from './devices/event-family.ts'
import { attendanceFigures } from './figures.ts'
import { entitlementsFollow, leaveFollows } from './leave/follow.ts'
import { grantTimed } from './leave/grants.ts'
import { unusedTimed } from './leave/unused.ts'
import { attendanceModules } from './menu.ts'
import { attendanceEnglish } from './refusals-en.ts'
import { outingsFollow, overtimeFollows, tripsFollow } from './requests.ts'
import { supplementsFollow } from './supplements.ts'
import { monthLocks, monthsFollow, monthTimed } from './month/lock.ts'
import { rosterFollows } from './roster/publish.ts'
import { attendanceRoutes } from './routes.ts'
import { attendanceTables } from './tables.ts'
import { attendanceJobs, attendanceTimed } from './work-out.ts'

export const attendance: Area = {
  name: 'attendance',
  title: ['考勤', 'Attendance'],
  resources: [...Object.values(attendanceTables), ...attendanceFigures.resources],
  reports: attendanceFigures.reports,
  books: attendanceFigures.books,
  modules: attendanceModules,
  routes: { ...attendanceRoutes, ...attendanceFigures.routes },
  english: attendanceEnglish,
  families: [deviceEvents],
  follows: {
    hr_file: leaversFollow,
    hr_assignment: assignmentsFollow,
    hr_workplace: placesFollow,
    work_day: placesFollow,
    attendance_shift: shiftsFollow,
    attendance_group: groupsFollow,
    attendance_rule: rulesFollow,
    attendance_member: membersFollow,
    attendance_device: devicesFollow,
    attendance_month: monthsFollow,
    roster_day: rosterFollows,
    punch: punchesFollow,
    punch_void: voidsFollow,
    leave_request: leaveFollows,
    trip: tripsFollow,
    outing: outingsFollow,
    overtime_order: overtimeFollows,
    supplement: supplementsFollow,
    device_person: devicePeopleFollow,
    leave_entitlement: entitlementsFollow,
  },
  timed: [...attendanceTimed, ...grantTimed, ...unusedTimed, ...monthTimed],
  rowLocks: monthLocks,
  jobs: attendanceJobs,
  demo: makeAttendance,
}
