/** 待对应: numbers of devices and whose they are, and all that devices have written down. */
import { bigInteger, dateTime, flag, integer, reference, sourceFile, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation, serverOnly } from '#platform/declare/scope.ts'

const device = () => reference('考勤机', 'Device', 'attendance_device', { computed: true, filter: 'select', width: 140 })
export const devicePerson = resource('device_person', {
  type: 'devicePerson',
  title: ['设备人员', 'Device person'],
  access: { scope: ownOrganisation, permission: 'attendanceDevice' },
  fields: {
    deviceId: device(),
    pin: text('设备号', 'Number', { max: 50, computed: true, filter: 'contains', sort: true, width: 120 }),
    shownName: text('设备上的姓名', 'Name there', { max: 50, optional: true, computed: true, width: 120 }),
    employeeId: reference('员工', 'Employee', 'employee', {
      optional: true,
      filter: 'select',
      width: 140,
      help: ['选择后，以前的打卡一起归到他名下', 'His punches of the past come along'],
    }),
    ignored: flag('不用对应', 'Nobody', { default: false, filter: 'select', width: 100 }),
  },
  list: {
    sort: { field: 'pin', way: 'ASC' },
    tabOf: { attendanceDevice: { by: { deviceId: 'id' } } },
    empty: ['考勤机里的号码都已对应到员工', 'Each number of the devices has its employee'],
  },
  record: { label: 'pin' },
  storage: { key: ['deviceId', 'pin'], index: [['orgId', 'pin']] },
})

/** Only ever added, or taken back with its import; a punch follows once it is known whose it is. */
export const deviceLine = resource('device_line', {
  title: ['考勤机记录', 'Line of a device'],
  access: { scope: ownOrganisation },
  fields: {
    deviceId: device(),
    pin: text('设备号', 'Number', { max: 50 }),
    at: dateTime('时间', 'At', { sort: true }),
    importId: sourceFile({ optional: true, show: false }),
  },
  list: { search: false, sort: { field: 'at', way: 'DESC' } },
  record: { label: 'pin' },
  storage: { appendOnly: true, key: ['deviceId', 'pin', 'at'], index: [['orgId', '-at'], ['importId']] },
})

/** Lines of a file that is being imported. */
export const deviceStaging = resource('device_staging', {
  title: ['考勤机文件暂存', 'Device staging'],
  access: { scope: serverOnly },
  fields: {
    importId: bigInteger('导入', 'Import'),
    ownerId: bigInteger('考勤机', 'Device'),
    lineNo: integer('行号', 'Line'),
    kindNo: integer('类型序号', 'Kind number'),
    pin: text('设备号', 'Number', { max: 50 }),
    name: text('设备上的姓名', 'Name there', { max: 200 }),
    at: dateTime('时间', 'At'),
  },
  storage: { unlogged: true, primary: ['importId', 'lineNo'] },
})
