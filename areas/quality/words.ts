/** What plans, inspections and what follows from them have in common. Pure values. */
import { choice, reference } from '#platform/declare/fields.ts'

export const stages = {
  incoming: [1, '来料', 'Incoming', 'info'],
  process: [2, '过程', 'In process', 'quiet'],
  finished: [3, '成品', 'Finished', 'info'],
  outgoing: [4, '出货', 'Outgoing', 'warn'],
  returned: [5, '退货', 'Returned', 'warn'],
  research: [6, '研发', 'Research', 'quiet'],
} as const
/** what is inspected lies in the area of inspection, and goes on from there */
export const movingStages: readonly number[] = [stages.incoming[0], stages.finished[0], stages.returned[0]]

export const defectLevels = {
  critical: [1, '致命', 'Critical', 'bad'],
  major: [2, '严重', 'Major', 'warn'],
  minor: [3, '轻微', 'Minor', 'quiet'],
} as const

export const itemKinds = {
  number: [1, '数值', 'Number'],
  integer: [2, '整数', 'Whole number'],
  text: [3, '文本', 'Text'],
  judged: [4, '判断', 'Good or not'],
  option: [5, '选项', 'One of several'],
  photo: [6, '照片', 'Photo'],
} as const

/** what a judged item says */
export const judgements = { good: '合格', bad: '不合格' } as const

export const qualityRights = {
  /** ways of nonconforming goods */
  decide: { operation: 104, title: ['认定处理方式', 'Decide what is done'] },
  /** another result than the readings give */
  overrule: { operation: 105, title: ['改判检验结论', 'Decide on another result'] },
} as const

export const stage = () => choice('检验类型', 'Stage', stages, { default: 1, filter: 'select', editDisabled: true, width: 90 })
export const defectLevel = (more: object = {}) => choice('缺陷等级', 'Severity', defectLevels, { default: 2, width: 90, ...more })
export const supplier = () =>
  reference('供应商', 'Supplier', 'supplier', { optional: true, filter: 'select', editDisabled: true, width: 180 })
