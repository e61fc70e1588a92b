/**
 * Who statements are of: an account with a bank, a wallet, a prepaid account with a carrier. The word brings number, currency, company,
 * keeper, who sees it and whether it is closed; an area adds what its accounts are. Pure.
 */
import { choice, reference, referenceBy, text, type Fields } from '#platform/declare/fields.ts'
import type { AccessWords, ListWords } from '#platform/declare/chapters.ts'
import { resource, type ResourceDefinition } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, when } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'

type Definition<F extends Fields> = Pick<ResourceDefinition<Fields>, 'type' | 'title'> & {
  readonly list?: Pick<ListWords, 'empty'>
  readonly access: Pick<AccessWords, 'permission'>
  /** of the field `number`: what statements name it by */
  readonly number?: { readonly title: Title; readonly help: Title }
  /** after the name */
  readonly fields: F
}
const numberOf: NonNullable<Definition<Fields>['number']> = {
  title: ['账号', 'Number'],
  help: ['与流水文件里的账号、卡号或登录名一致', 'As statements name it: account, card or login'],
}

export const moneyOwner = <const N extends string, F extends Fields>(
  table: N,
  { fields, number = numberOf, ...definition }: Definition<F>,
) =>
  resource(table, {
    ...definition,
    access: { ...definition.access, scope: anyOf(when('seenBy', 1), ownedBy('keeperId')) },
    fields: {
      name: text('账户名称', 'Name', { max: 60, filter: 'contains', sort: true, width: 200 }),
      ...fields,
      number: text(...number.title, { max: 64, filter: 'contains', width: 200, help: number.help }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', {
        optional: true,
        filter: 'select',
        width: 80,
        help: ['多币种账户留空', 'Leave empty where it holds several currencies'],
      }),
      companyId: reference('所属公司', 'Company', 'company', { optional: true, filter: 'select', width: 180 }),
      keeperId: reference('负责人', 'Keeper', 'employee', { optional: true, filter: 'select', width: 110 }),
      seenBy: choice(
        '可见范围',
        'Seen by',
        { all: [1, '有权限的人', 'Whoever has the right'], keeper: [2, '负责人及其上级', 'Its keeper and those above'] },
        { default: 1, as: 'radio', filter: 'select', width: 130 },
      ),
      status: choice(
        '状态',
        'Status',
        { active: [1, '启用', 'Active', 'good'], closed: [2, '销户', 'Closed', 'quiet'] },
        { default: 1, filter: 'select', width: 90 },
      ),
      remark: text('备注', 'Remark', { max: 200, optional: true, show: false }),
    },
    list: { ...definition.list, find: 'number', sort: { field: 'name', way: 'ASC' } },
    record: { label: 'name', option: { search: ['number'], detail: ['number'] } },
    storage: { kind: 'reference', key: ['number'] },
  })
