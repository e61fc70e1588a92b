/** Types of help articles and of questions: trees of three levels. */
import { choice, integer, reference, text } from '#platform/declare/fields.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

/** what the cards of the help centre show; names of icons of the menus */
export const typeIcons = {
  home: [1, '入门', 'First steps'],
  bank: [2, '财务', 'Finance'],
  shop: [3, '销售', 'Sales'],
  tool: [4, '工具', 'Tools'],
  team: [5, '人员', 'People'],
  setting: [6, '设置', 'Settings'],
  solution: [7, '协作', 'Working together'],
  read: [8, '文化', 'Culture'],
  product: [9, '商品', 'Products'],
} as const

const name = () => text('类型名称', 'Name', { max: 30, filter: 'contains', sort: true })
const order = () => integer('排序', 'Order', { default: 0, min: 0, max: 9_999, sort: true })
const status = () => choice('状态', 'Status', inUse, { default: 1, filter: 'select' })

export const helpType = resource('help_type', {
  type: 'helpType',
  title: ['帮助分类', 'Help type'],
  access: { scope: ownOrganisation },
  fields: {
    name: name(),
    nameEn: text('英文名称', 'Name in English', { max: 60, optional: true, show: false }),
    parentId: reference('上级类型', 'Parent type', 'help_type', { optional: true }),
    icon: choice('图标', 'Icon', typeIcons, { default: 1, show: false }),
    sort: order(),
    status: status(),
  },
  list: {
    sort: { field: 'sort', way: 'ASC' },
    empty: ['帮助文章按类型分组，最多三级', 'Help articles stand in types, three levels at most'],
  },
  record: { labelEn: 'nameEn', tree: 'parentId' },
  storage: { key: ['name'], index: [['orgId', 'sort', 'id'], ['parentId']] },
})

export const qaType = resource('qa_type', {
  type: 'qaType',
  title: ['问答分类', 'Q&A type'],
  access: { scope: ownOrganisation, permission: 'qa' },
  fields: {
    name: name(),
    nameEn: text('英文名称', 'Name in English', { max: 60, optional: true, show: false }),
    parentId: reference('上级类型', 'Parent type', 'qa_type', { optional: true }),
    sort: order(),
    status: status(),
  },
  list: { sort: { field: 'sort', way: 'ASC' }, empty: ['问答按类型分组，最多三级', 'Questions stand in types, three levels at most'] },
  record: { labelEn: 'nameEn', tree: 'parentId' },
  storage: { key: ['name'], index: [['orgId', 'sort', 'id'], ['parentId']] },
})
