/** EXPLAIN of a coordinator, in the form in which the extension prints it: one shard's plan stands for all. */
import { expect, test } from 'vitest'
import { estimateFrom } from './estimate.ts'

const shard = (rows: number, cost: number) => ({ 'Plan Rows': rows, 'Total Cost': cost })
const spread = (tasks: number, rows: number, cost: number) => ({
  'Plan Rows': 100_000,
  'Total Cost': 0,
  'Distributed Query': { Job: { 'Task Count': tasks, Tasks: [{ 'Remote Plan': [[{ Plan: shard(rows, cost) }]] }] } },
})

test.each<[string, Parameters<typeof estimateFrom>[0], number, boolean]>([
  ['on one machine', shard(1_234, 50), 1_234, true],
  ['few rows of eight shards', spread(8, 300, 40), 2_400, true],
  ['many rows of eight shards', spread(8, 40_000, 900), 320_000, false],
  ['few rows that are dear to find', spread(8, 10, 9_000), 80, false],
  ['one shop, one shard', spread(1, 700, 20), 700, true],
  ['sorted by the coordinator', { ...shard(100_000, 12_000), Plans: [spread(8, 300, 40)] }, 2_400, true],
  ['the half of it', { ...shard(50_000, 100), Plans: [{ ...shard(100_000, 90), Plans: [spread(4, 1_000, 10)] }] }, 2_000, true],
  ['a coordinator that shows no task', { ...shard(100_000, 0), 'Distributed Query': { Job: { 'Task Count': 8 } } }, 100_000, false],
])('%s', (_name, plan, rows, isCheap) => {
  expect(estimateFrom(plan)).toEqual({ rows, isCheap })
})
