/** 打卡记录: only ever added; struck by a row that says why. An import that is taken back takes its own along. */
import { choice, dateTime, flag, integer, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ofKept, person } from './words.ts'

export const punchSources = {
  device: [1, '考勤机', 'Device'],
  phone: [2, '手机', 'Phone'],
  supplement: [3, '补卡', 'Supplement'],
  byHand: [4, '补录', 'By hand'],
} as const

export const punch = resource('punch', {
  type: 'punch',
  title: ['打卡记录', 'Punch'],
  access: { scope: ofKept },
  fields: {
    employeeId: person(),
    at: dateTime('打卡时间', 'Punched at', { sort: true, filter: 'range', editDisabled: true, width: 170 }),
    source: choice('来源', 'Source', punchSources, { default: 4, computed: true, filter: 'select', width: 90 }),
    deviceId: reference('考勤机', 'Device', 'attendance_device', { optional: true, filter: 'select', width: 130 }),
    outside: flag('外勤', 'Outside', {
      default: false,
      computed: true,
      filter: 'select',
      width: 80,
      help: [
        '手机在范围外、不够准确或没有定位；位置可以伪造，请与主管核对',
        'A phone outside the radius, not exact or without a position; a position can be forged: ask the head',
      ],
    }),
    distanceM: integer('距离（米）', 'Distance (m)', { optional: true, computed: true, show: false }),
    accuracyM: integer('精度（米）', 'Accuracy (m)', { optional: true, computed: true, show: false }),
    note: text('说明', 'Note', { max: 200, optional: true, width: 180 }),
  },
  list: {
    sort: { field: 'at', way: 'DESC' },
    bound: { field: 'at', days: 31 },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['考勤机文件、手机打卡和补卡都在这里，只增不改', 'What devices, phones and supplements bring; only ever added'],
  },
  record: { label: 'at' },
  storage: { appendOnly: true, key: ['employeeId', 'at'], index: [['orgId', '-at'], ['employeeId', '-at'], ['deviceId']] },
})

export const punchVoid = resource('punch_void', {
  type: 'punchVoid',
  title: ['打卡作废', 'Struck punch'],
  access: { scope: ofKept, permission: 'punch' },
  fields: {
    punchId: reference('打卡记录', 'Punch', 'punch', { editDisabled: true, width: 160 }),
    employeeId: person({ computed: true, atCreation: 'punchId.employeeId' }),
    reason: text('原因', 'Reason', { max: 200, width: 240 }),
    by: reference('作废人', 'By', 'employee', { optional: true, set: { onAdd: 'employee' }, width: 110 }),
  },
  list: {
    sort: { field: 'id', way: 'DESC' },
    tabOf: { punch: { by: { punchId: 'id' } } },
    empty: ['作废的打卡和原因', 'Punches that were struck, and why'],
  },
  storage: { appendOnly: true, key: ['punchId'], index: [['employeeId']] },
})
