/** The states of a question, from asking to what is taken over as Q&A. */
import { longText, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { byAny, byField, byOperation, byProgram, machine } from '#platform/declare/states.ts'

export const questionStates = {
  waiting: [1, '待回答', 'To be answered', 'info'],
  answered: [2, '已回答', 'Answered', 'good'],
  taken: [3, '已转为问答', 'Taken over as Q&A', 'good'],
  closed: [4, '已关闭', 'Closed', 'quiet'],
} as const
export const questionCodes = { waiting: 1, answered: 2, taken: 3, closed: 4 } as const

/** whoever writes Q&A answers what is asked */
const answerer = byOperation(operations.edit)
const asker = byField('askerId')
const asked = ['question', 'detail', 'typeId', 'productId', 'files']

export const questionMachine = machine('state', {
  editBy: byAny(asker, answerer),
  states: {
    waiting: {
      edit: asked,
      remove: { where: 'answered_at is null', reason: ['已有回答的提问不能删除，请关闭', 'It was answered: close it'] },
    },
    answered: { edit: ['typeId', 'productId'] },
    taken: { final: true },
    closed: { final: true },
  },
  steps: {
    /** follows from an answer in the conversation (areas/help/qa/answers.ts) */
    answer: {
      title: ['已回答', 'Answered'],
      from: ['waiting'],
      to: 'answered',
      may: byProgram,
      set: { answeredAt: 'now' },
      tell: ['askerId'],
    },
    ask: {
      title: ['继续追问', 'Ask again'],
      from: ['answered', 'closed'],
      to: 'waiting',
      may: asker,
      input: { reason: longText('还想知道什么', 'What is still open', { max: 1_000 }) },
      note: 'reason',
    },
    take: {
      title: ['转为问答', 'Take over as Q&A'],
      from: ['answered'],
      to: 'taken',
      may: byProgram,
      tell: ['askerId'],
    },
    close: {
      title: ['关闭', 'Close'],
      from: ['waiting', 'answered'],
      to: 'closed',
      may: byAny(asker, answerer),
      input: { reason: text('原因', 'Reason', { max: 200, optional: true }) },
      note: 'reason',
      tell: ['askerId'],
    },
  },
})
