import { describe, expect, test } from 'vitest'
import type { Row } from '../../../declare/wire.ts'
import { rangeOf, shownDay, turnedDay } from '../calendar/calendar-range.ts'
import { daysOf, spanBody } from '../span.ts'
import { dragged } from './gantt-bar.tsx'
import { lineOf, planOf, treeOrder } from './plan.ts'

const fields = { from: 'from', to: 'to', progress: 'done', dependsOn: 'after', parent: 'above' }
const row = (id: string, from: string | null, to: string | null, more: object = {}): Row => ({ id, version: 1, from, to, ...more })
const today = '2026-05-10'

describe('a plan', () => {
  test('stands below each other as its tree, ends around its days, and says what begins too early', () => {
    const plan = planOf(
      [
        row('1', '2026-05-01', '2026-05-20'),
        row('3', '2026-05-05', null, { above: '1', after: ['2'], done: 250 }),
        row('2', '2026-05-01', '2026-05-06', { above: '1', done: 40 }),
        row('4', null, null),
      ],
      fields,
      today,
    )
    expect(plan.bars.map(({ row: { id }, level, progress }) => [id, level, progress])).toEqual([
      ['1', 0, 0],
      ['3', 1, 1],
      ['2', 1, 0.4],
      ['4', 0, 0],
    ])
    expect(plan.dependencies).toEqual([{ from: 2, to: 1, isBroken: true }])
    expect([plan.from, plan.to, plan.circle]).toEqual(['2026-04-24', '2026-05-27', null])
  })
  test('a circle of dependencies or of parents is told and ends', () => {
    const plan = planOf(
      [
        row('1', today, today, { after: ['3'], above: '2' }),
        row('2', today, today, { after: ['1'], above: '1' }),
        row('3', today, today, { after: ['2'] }),
      ],
      fields,
      today,
    )
    expect(plan.circle?.map(one => one.id).toSorted()).toEqual(['1', '2', '3'])
    expect(plan.bars.map(bar => bar.row.id).toSorted()).toEqual(['1', '2', '3'])
    expect(planOf([row('1', today, today, { after: ['1'] })], fields, today).circle).toHaveLength(1)
  })
  test('one wrong year makes no chart of centuries', () => {
    const { from, to } = planOf([row('1', '0001-01-01', '9999-12-31'), row('2', today, today)], fields, today)
    expect([from > '2015', to < '2038']).toEqual([true, true])
  })
  test('1,000 rows in a chain are ordered at once', () => {
    const rows = Array.from({ length: 1_000 }, (_, at) =>
      row(String(at), today, today, { above: at === 0 ? null : String(at - 1), after: at === 0 ? [] : [String(at - 1)] }),
    )
    expect(treeOrder(rows, 'above').at(-1)?.level).toBe(999)
    expect(planOf(rows, fields, today).circle).toBeNull()
  })
  test('a line goes forward, or around where its bar begins too early', () => {
    expect(lineOf({ x: 0, width: 10 }, { x: 50, width: 10 }, 10, 40)).toBe('M10 10h8V40H50')
    expect(lineOf({ x: 40, width: 10 }, { x: 20, width: 10 }, 10, 40)).toBe('M50 10h8V25H12V40H20')
  })
})

describe('days', () => {
  test('a drag moves both ends, or one that never passes the other', () => {
    const days = { from: '2026-02-27', to: '2026-03-01' }
    expect(dragged(days, 'whole', 2)).toEqual({ from: '2026-03-01', to: '2026-03-03' })
    expect(dragged(days, 'from', 9)).toEqual({ from: '2026-03-01', to: '2026-03-01' })
    expect(dragged(days, 'to', -9)).toEqual({ from: '2026-02-27', to: '2026-02-27' })
  })
  test('an update has the version, keeps the time of day and what was empty', () => {
    const one = { id: '1', version: 7, from: '2026-05-10T01:30:00.000Z', to: null }
    expect(daysOf(one, fields)).toEqual({ from: '2026-05-10', to: '2026-05-10' })
    expect(spanBody(one, { from: 'from', to: null }, { from: '2026-05-12', to: '2026-05-12' })).toEqual({
      id: '1',
      version: 7,
      from: '2026-05-12T01:30:00.000Z',
    })
    const open = row('2', '2026-05-01', null)
    expect(spanBody(open, fields, { from: '2026-05-01', to: '2026-05-04' })).toMatchObject({ from: '2026-05-01', to: '2026-05-04' })
    expect(daysOf(row('3', '2026-05-09', '2026-05-01'), fields)).toEqual({ from: '2026-05-09', to: '2026-05-09' })
    expect(daysOf(row('4', null, null), fields)).toBeNull()
  })
  test('a calendar shows whole weeks, whatever day the address names', () => {
    expect(rangeOf('month', '2026-11-22')).toEqual({ from: '2026-10-26', to: '2026-12-06' })
    expect(rangeOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
    expect(rangeOf('list', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect([turnedDay('month', '2026-01-31', 1), turnedDay('month', '2026-01-31', -1), turnedDay('week', '2026-01-31', 1)]).toEqual([
      '2026-02-01',
      '2025-12-01',
      '2026-02-07',
    ])
    for (const wrong of ['2026-02-30', '0001-01-01', '9999-12-31', null]) expect(shownDay(wrong, today)).toBe(today)
  })
})
