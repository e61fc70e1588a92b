/** How far the people of a role see: in all lists, and wider in single ones. */
import { Alert, Empty, Input } from 'antd'
import { useState } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import type { ModuleFace, ScopeFace } from '../answers.ts'
import type { ScopeChange } from './difference.tsx'
import { matchesText } from './matches-text.tsx'
import { isSameScope } from './role-edit.tsx'
import { namedScope, ScopeSelect, scopeTitle } from './scope-select.tsx'
import { clearableText } from '#platform/web/widgets/clearable.tsx'

const everyList = '*'

interface ScopesProps {
  readonly modules: readonly ModuleFace[]
  readonly scopes: readonly ScopeFace[]
  readonly disabled: boolean
  readonly onChange: (permissionId: string, scope: ScopeFace | null) => void
}

interface ScopedList {
  readonly permissionId: string
  readonly title: string
  readonly place: string
}

/** All lists together, then each that a scope may widen. */
const scopedLists = (modules: readonly ModuleFace[]): ScopedList[] => [
  { permissionId: everyList, title: t('所有列表'), place: '' },
  ...modules.flatMap(module => module.permissions.filter(one => one.scopedBy === 'list')),
]

const named = (scope: ScopeFace | null): string => (scope === null ? t('不放宽') : scopeTitle(scope.dataScope))

/** Which scopes differ between what is saved and what is wanted, in words. */
export function scopeChanges(modules: readonly ModuleFace[], before: readonly ScopeFace[], after: readonly ScopeFace[]): ScopeChange[] {
  const of = (scopes: readonly ScopeFace[], permissionId: string): ScopeFace | null =>
    scopes.find(one => one.permissionId === permissionId) ?? null
  return scopedLists(modules).flatMap(({ permissionId, title }) => {
    const [from, to] = [of(before, permissionId), of(after, permissionId)]
    if (isSameScope(from, to)) return []
    const [was, is] = [named(from), named(to)]
    return [{ title, from: was, to: was === is ? t('{scope}（部门有变化）', { scope: is }) : is }]
  })
}

/** The first list for which named departments are chosen and none is named. */
export const unnamedScope = (modules: readonly ModuleFace[], scopes: readonly ScopeFace[]): string | null =>
  scopedLists(modules).find(list =>
    scopes.some(one => one.permissionId === list.permissionId && one.dataScope === namedScope && one.namedDeptIds.length === 0),
  )?.title ?? null

export function RoleScopes({ modules, scopes, disabled, onChange }: ScopesProps) {
  const [typed, setTyped] = useState('')
  const rows = scopedLists(modules).filter(one => matchesText(one.title, typed) || matchesText(one.place, typed))
  return (
    <div className="zg-office-panel">
      <Alert
        type="info"
        showIcon
        title={t('数据权限只会相加：个人的、各角色的和单个列表的，取最大的范围，不会缩小。报表按“所有列表”和个人的范围。')}
      />
      <Input.Search
        allowClear={clearableText()}
        className="zg-office-find"
        aria-label={t('搜索列表')}
        placeholder={t('搜索列表')}
        onChange={event => setTyped(event.target.value.trim())}
      />
      {rows.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有匹配的列表')} />}
      <table className="zg-office-table">
        <tbody>
          {rows.map(({ permissionId, title, place }) => (
            <tr key={permissionId}>
              <th scope="row">
                {title}
                {place !== '' && <small className="zg-office-note"> {place}</small>}
              </th>
              <td>
                <ScopeSelect
                  label={title}
                  none={permissionId === everyList ? t('不放宽，只按个人的数据权限') : t('不放宽')}
                  disabled={disabled}
                  value={scopes.find(one => one.permissionId === permissionId) ?? null}
                  onChange={value => onChange(permissionId, value === null ? null : { permissionId, ...value })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
