/** Layouts of devices, built from public descriptions; no genuine file was at hand. */
import { expect, test } from 'vitest'
import { readEvents } from './layouts.ts'

const cells = (...rows: readonly (readonly string[])[]): string => rows.map(row => row.join('\t')).join('\n')
const event = (pin: string, day: string, time: string, name = '') => ({ pin, name, day, time })

test.each([
  [
    '中控 attlog',
    ' 7\t2026-09-30 21:50:12\t1\t0\t1\t0\n 7\t2026-10-01 06:05:00\t1\t1\t1\t0\n',
    [event('7', '2026-09-30', '21:50'), event('7', '2026-10-01', '06:05')],
  ],
  [
    '钉钉 原始记录',
    cells(
      ['原始记录表 统计日期：2026-06-01 至 2026-06-30'],
      ['姓名', '工号', '考勤日期', '考勤时间', '打卡时间', '打卡结果', '打卡地址', '打卡设备'],
      ['张三', 'A1', '2026-06-05', '09:00', '2026-06-05 08:58', '正常', '杭州', ''],
      ['张三', 'A1', '2026-06-05', '18:00', '', '缺卡', '', ''],
    ),
    [event('A1', '2026-06-05', '08:58', '张三')],
  ],
  [
    '企业微信 打卡日报',
    cells(
      ['概况统计与打卡明细'],
      ['2026/06/01-2026/06/30'],
      ['时间', '姓名', '账号', '打卡时间记录'],
      ['', '', '', ''],
      ['2026/06/05 星期五', '李四', 'lisi', '9:01,18:03'],
      ['2026/06/06 星期六', '李四', 'lisi', '--'],
    ),
    [event('lisi', '2026-06-05', '09:01', '李四'), event('lisi', '2026-06-05', '18:03', '李四')],
  ],
  [
    '钉钉 原始记录',
    cells(
      ['姓名', '工号', '考勤日期', '打卡时间', '打卡结果'],
      ['张三', 'A1', '2026/6/5', '2026/6/5 9:01', '正常'],
      ['张三', 'A1', '2026/6/5', '2026/6/5 18:03:07', '正常'],
    ),
    [event('A1', '2026-06-05', '09:01', '张三'), event('A1', '2026-06-05', '18:03', '张三')],
  ],
  [
    '企业微信 打卡日报',
    cells(['时间', '姓名', '账号', '打卡时间记录'], ['2026/6/5 星期五', '李四', 'lisi', '9:01']),
    [event('lisi', '2026-06-05', '09:01', '李四')],
  ],
  [
    '员工刷卡记录表（得力、中控）',
    cells(
      ['员工刷卡记录表'],
      ['考勤日期：', '2026-06-01 ~ 2026-06-03'],
      ['1', '2', '3'],
      ['工号：', '12', '姓名：', '王五', '部门：', '仓库'],
      ['08:0112:0218:05', '', '08:00'],
    ),
    ['08:01', '12:02', '18:05'].map(time => event('12', '2026-06-01', time, '王五')).concat(event('12', '2026-06-03', '08:00', '王五')),
  ],
])('%s', (title, text, events) => {
  expect(readEvents(text)).toEqual({ title, events, fault: null })
})

test('a time that can not be is left out and named; a file that is cut off, or another sheet, is refused with what to do', () => {
  const said = readEvents('7\t2026-06-05 24:10:00\t1\n7\t2026-06-05 08:00:00\t1')
  expect(said).toMatchObject({ events: [event('7', '2026-06-05', '08:00')] })
  expect(said).not.toMatchObject({ fault: null })
  expect(JSON.stringify(readEvents(`${'7'.repeat(51)}\t2026-06-05 08:00:00\t1`))).toContain('条没有导入')
  expect(JSON.stringify(readEvents('7\t2026-06-05 08:00:00\t1\n7\t2026-'))).toContain('行不是打卡记录')
  expect(JSON.stringify(readEvents('a\tb'))).toContain('认不出')
})
