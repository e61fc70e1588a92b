/** What an entry of the trail says changed, in words: titles instead of names, labels instead of codes. Pure. */
import type { Field } from '#platform/declare/fields.ts'
import type { HistoryChange } from '#platform/declare/history.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { htmlToText } from '#platform/format/html-text.ts'
import { asText } from '#platform/format/text.ts'
import type { Language } from '../contract/context.ts'
import { wireFields } from '../lists/columns.ts'
import { ownValue } from '#platform/declare/own-value.ts'

type Values = Readonly<Record<string, unknown>>
const inWords = (language: Language, [zh, en]: readonly [string, string]): string => (language === 'en' ? en : zh)
const yes = ['是', 'Yes'] as const
const no = ['否', 'No'] as const
const textMax = 500
/** What entries name that are no rows: sign-ins, exports, actions. */
const ownTitles: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  userAgent: ['浏览器', 'Browser'],
  fields: ['列', 'Columns'],
  sensitive: ['敏感列', 'Sensitive columns'],
  query: ['筛选', 'Filter'],
  reason: ['原因', 'Reason'],
  ids: ['选中的行', 'Chosen rows'],
  month: ['月份', 'Month'],
  result: ['结账结果', 'Result at closing'],
  username: ['账号', 'Account'],
  employeeId: ['员工编号', 'Employee'],
  name: ['名称', 'Name'],
  menuIds: ['菜单', 'Menus'],
  roles: ['角色', 'Roles'],
  shops: ['店铺', 'Shops'],
  warehouses: ['仓库', 'Warehouses'],
  channels: ['物流渠道', 'Logistics channels'],
  shippingOrders: ['物流单', 'Shipping orders'],
  namedDepts: ['指定部门', 'Named departments'],
  otherDepts: ['兼任部门', 'Further departments'],
  permissions: ['权限', 'Rights'],
  scopes: ['数据权限', 'Data scopes'],
  is_system_admin: ['系统管理员', 'System administrator'],
  is_installation_admin: ['安装管理员', 'Administrator of the installation'],
  is_manager: ['总经理', 'General manager'],
}

/** of these the values are names of fields */
const columnNames: ReadonlySet<string> = new Set(['fields', 'sensitive'])

const isValues = (given: unknown): given is Values => typeof given === 'object' && given !== null && !Array.isArray(given)
const plain = (value: unknown): string => {
  if (Array.isArray(value) && value.every(one => typeof one === 'string' || typeof one === 'number')) return value.join('、')
  return typeof value === 'object' ? JSON.stringify(value) : asText(value)
}
/** Empty lists say nothing, like nothing at all. */
const isNothing = (value: unknown): boolean => value === undefined || value === null || (Array.isArray(value) && value.length === 0)

function choiceTitle(field: Field, code: unknown, language: Language): string {
  const found = Object.values(field.choices ?? {}).find(([number]) => number === code)
  return found === undefined ? plain(code) : inWords(language, [found[1], found[2]])
}

function listed(field: Field, values: readonly unknown[], language: Language): string {
  return values
    .map(one => {
      if (field.choices !== undefined) return choiceTitle(field, one, language)
      return isValues(one) && typeof one['name'] === 'string' ? one['name'] : plain(one)
    })
    .join('、')
}

/** One value as a person reads it; null: empty. */
export function shown(name: string, field: Field, values: Values, language: Language): string | null {
  const value = values[name]
  if (value === null || value === undefined || value === '') return null
  const labels = values[`${name}Label`]
  if (Array.isArray(value)) return value.length === 0 ? null : listed(field, Array.isArray(labels) ? labels : value, language)
  if (typeof value === 'boolean') return inWords(language, value ? yes : no)
  if (field.choices !== undefined) return choiceTitle(field, value, language)
  if (field.kind === 'reference') return plain(labels ?? value)
  const text = field.options.as === 'richText' ? htmlToText(plain(value)) : plain(value)
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text
}

/** Fields that differ between the two; what the resource does not show on the wire is left out. */
export function changesOf(r: Resource | undefined, before: unknown, after: unknown, language: Language): readonly HistoryChange[] {
  const [old, fresh] = [withoutLines(before), withoutLines(after)]
  const differs = (name: string): boolean => JSON.stringify(old[name] ?? null) !== JSON.stringify(fresh[name] ?? null)
  const fields = r === undefined ? [] : wireFields(r).filter(([name]) => Object.hasOwn(r.fields, name))
  const known = fields.flatMap(([name, field]): HistoryChange[] => {
    // an entry may hold only what a call set: what it does not name has not changed
    if (!differs(name) || (after !== null && before !== null && !Object.hasOwn(fresh, name))) return []
    const [was, is] = [shown(name, field, old, language), shown(name, field, fresh, language)]
    return was === null && is === null ? [] : [{ field: name, title: inWords(language, field.title), before: was, after: is }]
  })
  if (r !== undefined && isRow(before, after)) return known
  // entries of actions: what the area has written down beside the fields
  const beside = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    name => differs(name) && !known.some(one => one.field === name) && ownValue(r?.fields, name)?.options.hidden !== true,
  )
  return [
    ...known,
    ...beside.flatMap((name): HistoryChange[] => {
      const [was, is] = [old[name], fresh[name]]
      if (isNothing(was) && isNothing(is)) return []
      const named = (value: unknown): unknown =>
        columnNames.has(name) && Array.isArray(value)
          ? value.map(one => inWords(language, ownValue(r?.fields, asText(one))?.title ?? [asText(one), asText(one)]))
          : value
      const told = (value: unknown): string | null => (isNothing(value) ? null : plain(named(value)).slice(0, textMax))
      const title = ownValue(r?.fields, name)?.title ?? ownValue(ownTitles, name) ?? [name, name]
      return [{ field: name, title: inWords(language, title), before: told(was), after: told(is) }]
    }),
  ]
}

/** Those of a document's lines are told apart (line-changes.ts). */
function withoutLines(given: unknown): Values {
  if (!isValues(given)) return {}
  const { lines, ...rest } = given
  return isValues(lines) ? rest : given
}

/** Whether the entry holds rows as the list shows them. */
const isRow = (before: unknown, after: unknown): boolean => [before, after].some(one => isValues(one) && 'id' in one)
