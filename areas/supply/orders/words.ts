/** What requests, orders and price lists of purchasing have in common. Pure values. */
import { longText, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { byOperation, type Step } from '#platform/declare/states.ts'
import { goodsRights, programStep, voidStep } from '#areas/goods/index.ts'

/** what goods are bought for is the buyers' knowledge */
export const priceRight = goodsRights.price
export const buyer = byOperation(operations.edit)

export const supplierChoice = (more: object = {}) =>
  reference('供应商', 'Supplier', 'supplier', { filter: 'select', choosableWhere: { status: 2 }, width: 200, ...more })

const standard = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '审批中', 'In approval', 'warn'],
  closed: [5, '提前关闭', 'Closed early', 'quiet'],
  voided: [6, '已作废', 'Void', 'quiet'],
} as const
/** The standard machine of purchasing: what its three states in force are called. */
export const statesOf = <A extends readonly [string, string]>(open: A, part: A, done: A) =>
  ({
    draft: standard.draft,
    asked: standard.asked,
    open: [2, ...open, 'info'],
    part: [3, ...part, 'warn'],
    done: [4, ...done, 'good'],
    closed: standard.closed,
    voided: standard.voided,
  }) as const

/** a request has a reason of its own */
const why = { input: { endReason: longText('原因', 'Reason', { max: 200 }) }, note: 'endReason' } as const
export const standardSteps = (submit: Step['title']) =>
  ({
    submit: { title: submit, from: ['draft'], to: 'asked', may: buyer, tone: 'primary' },
    approve: programStep(['审批通过', 'Approved'], ['asked'], 'open'),
    back: programStep(['审批退回', 'Sent back'], ['asked'], 'draft'),
    change: {
      title: ['改单', 'Change'],
      from: ['open'],
      to: 'draft',
      may: buyer,
      undrawn: true,
      confirm: ['改单后要重新提交，确定？', 'It has to be submitted again afterwards. Go on?'],
    },
    close: {
      title: ['提前关闭', 'Close early'],
      from: ['open', 'part'],
      to: 'closed',
      may: buyer,
      ...why,
      tone: 'danger',
    },
    void: { ...voidStep(['draft', 'open']), ...why, undrawn: true },
  }) as const satisfies Readonly<Record<string, Step>>
