import { describe, expect, test } from 'vitest'
import { timeLeftMs, timeLeftText } from './time-left.ts'
import { tasksAfter, type Task } from '../realtime/use-tasks.ts'

const task: Task = {
  taskId: '7',
  title: '导入',
  state: 'queued',
  progress: null,
  step: '',
  createdAt: '2026-11-20T10:00:00+08:00',
  importIds: ['71'],
}
const push = { kind: 'task', taskId: '7', importIds: ['71'], progress: 0.5, state: 'running', step: '读取' } as const

describe('pushes', () => {
  test('a running task moves on; an unknown or ended one is asked for', () => {
    expect(tasksAfter([task], push)).toEqual([{ ...task, state: 'running', progress: 0.5, step: '读取' }])
    expect(tasksAfter([task], { ...push, taskId: '8' })).toBeNull()
    expect(tasksAfter([task], { ...push, state: 'done' })).toBeNull()
  })
})

describe('time left', () => {
  test.each([
    [0.5, 10_000, 10_000],
    [0.25, 10_000, 30_000],
    [0.01, 10_000, null],
    [0.5, 1_000, null],
    [1, 10_000, null],
    [null, 10_000, null],
  ])('progress %s after %i ms: %s', (progress, elapsedMs, left) => expect(timeLeftMs(progress, 0, elapsedMs)).toBe(left))
  test.each([
    [null, ''],
    [4_200, '约剩 5 秒'],
    [24_000, '约剩 30 秒'],
    [60_000, '约剩 1 分钟'],
    [61_000, '约剩 2 分钟'],
    [7_100_000, '约剩 2 小时'],
  ])('%s ms: %s', (left, text) => expect(timeLeftText(left)).toBe(text))
})
