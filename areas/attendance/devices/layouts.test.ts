/** Layouts of devices, built from public descriptions; no genuine file was at hand. A golden file of each, and what a file may not hold. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceFiles } from '../../../test/setup/device-files.ts'
import { inChinese } from '#platform/declare/sentence.ts'
import { readEvents } from './layouts.ts'

const cells = (...rows: readonly (readonly string[])[]): string => rows.map(row => row.join('\t')).join('\n')
const read = (text: string): string[] | string => {
  const said = readEvents(text)
  return 'events' in said ? said.events.map(one => `${one.pin} ${one.name} ${one.day} ${one.time}`) : inChinese(said)
}
const dingtalkHead = ['姓名', '工号', '考勤日期', '打卡时间', '打卡结果']
const wecomHead = ['时间', '姓名', '账号', '打卡时间记录']
const cards = (...rows: readonly (readonly string[])[]): string =>
  cells(['员工刷卡记录表'], ['考勤日期：', '2026-06-28 ~ 2026-07-02'], ['28', '29', '30', '1', '2'], ...rows)

test.each([
  ['钉钉 原始记录', 'dingtalkPunches', ['7001 张三 2026-11-02 08:58', '7001 张三 2026-11-02 18:03', '7002 李四 2026-11-03 09:12']],
  [
    '企业微信 打卡日报',
    'wecomDaily',
    ['wangwu 王五 2026-11-02 09:01', 'wangwu 王五 2026-11-02 18:03', 'zhaoliu 赵六 2026-11-03 21:55', 'zhaoliu 赵六 2026-11-04 06:02'],
  ],
  [
    '员工刷卡记录表（得力、中控）',
    'cardRecords',
    [
      '12 孙七 2026-11-02 08:01',
      '12 孙七 2026-11-02 12:02',
      '12 孙七 2026-11-02 18:05',
      '12 孙七 2026-11-03 07:59',
      '13 周八 2026-11-01 08:00',
    ],
  ],
  ['中控 打卡记录', 'zkAttlog', ['901  2026-11-02 21:50', '901  2026-11-03 06:05', '902  2026-11-03 08:01']],
] as const)('%s', (title, code, events) => {
  expect(readEvents(deviceFiles[code])).toMatchObject({ title })
  expect(read(deviceFiles[code])).toEqual(events)
})

test.each([
  [
    'days with strokes, seconds',
    cells(dingtalkHead, ['张三', 'A1', '2026/6/5', '2026/6/5 18:03:07', '正常']),
    ['A1 张三 2026-06-05 18:03'],
  ],
  ['a serial number of a workbook', cells(dingtalkHead, ['张三', 'A1', '46178', '46178.374305555', '正常']), ['A1 张三 2026-06-05 08:59']],
  ['by UserId', cells(['UserId', '考勤日期', '打卡时间', '打卡结果'], ['u1', '', '2026-06-05 08:58', '']), ['u1  2026-06-05 08:58']],
  [
    'a period over the end of a month',
    cards(['工号:12', '', '姓名:王五'], ['08:00', '', '', '09:0018:00']),
    ['12 王五 2026-06-28 08:00', '12 王五 2026-07-01 09:00', '12 王五 2026-07-01 18:00'],
  ],
  ['a log with blanks before the number', '   7\t2026-09-30 21:50:12\t1\t0', ['7  2026-09-30 21:50']],
])('%s', (_, text, events) => expect(read(text)).toEqual(events))

test.each([
  ['24:10 of a log', '7\t2026-06-05 08:00:00\t1\n7\t2026-06-05 24:10:00\t1', '第 2 行 24:10：不是有效的时间，应在 00:00 至 23:59 之间'],
  ['24:10 of cards', cards(['工号：', '12', '姓名：', '王五'], ['24:10']), '不是有效的时间'],
  ['no such day', '7\t2026-02-30 08:00:00\t1', '不是日期'],
  ['a log that is cut off', '7\t2026-06-05 08:00:00\t1\n7\t2026-', '第 2 行 2026-：不是打卡记录，请核对文件是否完整'],
  ['cards that are cut off', cards(['工号：', '12', '姓名：', '王五'], ['08:0112:0']), '不是打卡时间'],
  [
    'a number of two people',
    cells(wecomHead, ['2026/06/05', '李四', 'li', '9:01'], ['2026/06/05', '李五', 'li', '9:02']),
    '有两个人：李四、李五',
  ],
  ['a person twice', cards(['工号：', '12', '姓名：', '王五'], ['08:00'], ['工号：', '12', '姓名：', '王五'], ['09:00']), '出现了两次'],
  ['two exports in one', cells(dingtalkHead, dingtalkHead), '这里又是表头'],
  ['a punch of nobody', cells(wecomHead, ['2026/06/05', '李四', '', '9:01']), '没有工号或账号'],
  ['a number that is none', `${'7'.repeat(51)}\t2026-06-05 08:00:00\t1`, '工号太长'],
  ['times that are words', cells(wecomHead, ['2026/06/05', '李四', 'li', '9:01(正常)']), '不是有效的时间'],
  ['another sheet', '姓名\t部门', '认不出'],
])('%s is refused with what to change', (_, text, reason) => expect(read(text)).toContain(reason))

test('no text makes it fail, and what it reads are numbers, days and times', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '工号：',
      '12',
      '姓名：',
      '考勤日期：',
      '2026-06-01 ~ 2026-06-30',
      '打卡时间',
      '打卡结果',
      '账号',
      '时间',
      '打卡时间记录',
    ),
    fc.constantFrom('08:0118:00', '2026-06-05 08:00:00', '24:10', '46178.5', '次日06:00', '--', ''),
    fc.string({ maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }), rows => {
      const said = readEvents(cells(...rows))
      if (!('events' in said)) expect(inChinese(said)).not.toBe('')
      else for (const one of said.events) expect(`${one.day} ${one.time}`).toMatch(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d$/)
    }),
    { numRuns: 400 },
  )
})
