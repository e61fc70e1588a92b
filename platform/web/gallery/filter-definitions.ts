/** Lists of the gallery: one with every kind of filter, one that is slow, one that fails. */
import type { FieldDefinition } from '../../declare/wire.ts'
import { field, listDefinition } from './mock-definitions.ts'

const colours = ['红', '黄', '蓝', '绿'].map((label, at) => ({ value: at + 1, label }))
const many = Array.from({ length: 12 }, (_, at) => ({ value: at + 1, label: `类型${at + 1}` }))
const periods: FieldDefinition['conditions'] = [
  'EQ',
  'BETWEEN',
  'TODAY',
  'YESTERDAY',
  'LAST_7_DAYS',
  'LAST_30_DAYS',
  'THIS_MONTH',
  'LAST_MONTH',
]

export const filterFields: readonly FieldDefinition[] = [
  field('title', '标题', 'text', { filterKind: 'contains', conditions: ['EQ', 'LIKE', 'IN'] }),
  field('isOpen', '是否启用', 'flag', { filterKind: 'equals', conditions: ['EQ'] }),
  field('grade', '等级', 'choice', { filterKind: 'equals', keyValueList: colours }),
  field('colour', '颜色', 'choice', { filterKind: 'select', filterAs: 'checkbox', keyValueList: colours }),
  field('label', '标记', 'choice', { filterKind: 'select', keyValueList: colours }),
  field('kind', '类型', 'choice', { filterKind: 'select', filterAs: 'select', keyValueList: many }),
  field('buyerId', '客户', 'reference', { filterKind: 'select', target: 'employee' }),
  field('productId', '商品', 'reference', { filterKind: 'select', filterAs: 'groups', target: 'product' }),
  field('sentOn', '发货日期', 'date', { filterKind: 'range', conditions: periods }),
  field('month', '月份', 'month', { filterKind: 'range' }),
  field('dueOn', '到期日', 'date', { filterKind: 'equals' }),
  field('total', '金额', 'money', { filterKind: 'range' }),
]

export const groupedList = listDefinition('galleryGrouped', '全部筛选', filterFields, { empty: '每种筛选方式各一个' })
export const slowList = listDefinition('gallerySlow', '加载中的列表', [field('no', '单号', 'text', { filterKind: 'contains' })])
export const failingList = listDefinition('galleryFailing', '加载失败的列表', [field('no', '单号', 'text', { filterKind: 'contains' })])
