/** What suggestions of replenishment and of requirements planning have in common: their states, and whether there is time. Pure values. */
import { choice } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { byOperation, machine } from '#platform/declare/states.ts'

export const planStates = {
  proposed: [1, '建议', 'Proposed', 'info'],
  accepted: [2, '已采纳', 'Accepted', 'good'],
  turned: [3, '已转单', 'Turned', 'quiet'],
  ignored: [4, '忽略', 'Ignored', 'quiet'],
} as const
const may = byOperation(operations.edit)

export const inTime = () =>
  choice(
    '时效',
    'In time',
    { no: [1, '来得及', 'In time', 'good'], yes: [2, '已晚', 'Late', 'bad'] },
    { computed: true, default: 1, filter: 'select', width: 80 },
  )

export const suggestionLife = () =>
  machine('state', {
    states: {
      proposed: { edit: ['chosen'] },
      accepted: { edit: ['chosen'] },
      turned: { final: true },
      ignored: { final: true },
    },
    steps: {
      accept: { title: ['采纳', 'Accept'], from: ['proposed'], to: 'accepted', may, tone: 'primary' },
      ignore: {
        title: ['忽略', 'Ignore'],
        from: ['proposed', 'accepted'],
        to: 'ignored',
        may,
        input: { until: 'optional', note: 'optional' },
      },
      restore: { title: ['恢复', 'Take back'], from: ['accepted', 'ignored'], to: 'proposed', may, set: { until: null } },
      turn: { title: ['已转单', 'Turned'], from: ['proposed', 'accepted'], to: 'turned', may: { by: 'program' } },
    },
  })
