/** 考勤: punching, requests, rosters and days. */
import { operations } from '#platform/declare/operations.ts'
import { group, listPage, module, page, reportPage, type Module } from '#platform/declare/page.ts'
import { attendanceDay } from './day-tables.ts'
import { devicePerson } from './devices/tables.ts'
import { attendanceReport } from './figures.ts'
import { leaveEntitlement, leaveLedger, leaveRule } from './leave/tables.ts'
import { leaveUnused } from './leave/unused-tables.ts'
import { attendanceMonth } from './month/tables.ts'
import { punch } from './punch-tables.ts'
import { leaveRequest, leaveType, outing, overtimeOrder, supplement, trip } from './request-tables.ts'
import { rosterDay } from './roster/tables.ts'
import { attendanceDevice, attendanceGroup, attendanceMember, attendanceRule, attendanceShift } from './set-up-tables.ts'

export const attendanceModules: readonly Module[] = [
  module('attendance', ['考勤', 'Attendance'], 'clock-circle', [
    group(
      'own',
      ['打卡与申请', 'Punch and ask'],
      [
        page({
          path: '/attendance/clock',
          name: 'attendanceClock',
          title: ['打卡', 'Punch'],
          component: 'attendance/clock',
          permission: 'attendanceClock',
          everybody: true,
          operations: [operations.view],
        }),
        page({
          path: '/attendance/my-leave',
          name: 'myLeave',
          title: ['申请与假期', 'Ask and balances'],
          component: 'attendance/leave/my-leave',
          permission: 'myLeave',
          everybody: true,
          operations: [operations.view],
        }),
        listPage(leaveRequest, '/attendance/leave', { title: ['请假', 'Leave'], everybody: true }),
        listPage(supplement, '/attendance/supplement', { title: ['补卡', 'Missed punches'], everybody: true }),
        listPage(outing, '/attendance/outing', { title: ['外出', 'Outings'], everybody: true }),
        listPage(trip, '/attendance/trip', { title: ['出差', 'Business trips'], everybody: true }),
        listPage(overtimeOrder, '/attendance/overtime', { title: ['加班', 'Overtime'], everybody: true }),
      ],
      'clock-circle',
    ),
    group(
      'days',
      ['排班考勤', 'Roster and days'],
      [
        listPage(attendanceDay, '/attendance/day', { title: ['考勤日结果', 'Days'], everybody: true }),
        listPage(attendanceMonth, '/attendance/month', { title: ['考勤月报', 'Months'], everybody: true }),
        page({
          path: '/attendance/team',
          name: 'attendanceTeam',
          title: ['团队考勤', 'Team'],
          component: 'attendance/team/team',
          permission: 'attendanceTeam',
          operations: [operations.view],
        }),
        reportPage(attendanceReport, { path: '/attendance/report', title: ['考勤分析', 'Attendance report'], everyDays: 1 }),
        listPage(rosterDay, '/attendance/roster', { title: ['排班', 'Roster'] }),
        listPage(punch, '/attendance/punch', { title: ['打卡记录', 'Punches'] }),
        listPage(attendanceGroup, '/attendance/group', { title: ['考勤组', 'Groups'] }),
        listPage(attendanceRule, '/attendance/rule', { title: ['考勤规则', 'Rules'] }),
        listPage(attendanceMember, '/attendance/member', { title: ['考勤组员', 'Members'] }),
        listPage(attendanceShift, '/attendance/shift', { title: ['班次', 'Shifts'] }),
        listPage(devicePerson, '/attendance/device-person', { title: ['待对应', 'Device numbers'] }),
        listPage(attendanceDevice, '/attendance/device', { title: ['考勤机', 'Devices'] }),
        listPage(leaveType, '/attendance/leave-type', { title: ['假期类型', 'Kinds of leave'] }),
        listPage(leaveRule, '/attendance/leave-rule', { title: ['假期规则', 'Leave rules'] }),
        listPage(leaveEntitlement, '/attendance/entitlement', { title: ['假期额度', 'Entitlements'], everybody: true }),
        listPage(leaveUnused, '/attendance/unused', { title: ['未休与到期', 'Unused leave'] }),
        listPage(leaveLedger.entry, '/attendance/leave-entry', { title: ['额度明细', 'Leave entries'], everybody: true }),
      ],
      'table',
    ),
  ]),
]
