/** What a role may do: every permission with its operations, by module; searched, and narrowed to what is granted. */
import { Checkbox, Empty, Input, Segmented } from 'antd'
import { useState } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import type { ModuleFace, PermissionFace } from '../answers.ts'
import { matchesText } from './matches-text.tsx'
import { pairOf, toggled } from './role-edit.tsx'
import { clearableText } from '#platform/web/widgets/clearable.tsx'

interface OperationsProps {
  readonly modules: readonly ModuleFace[]
  readonly pairs: ReadonlySet<string>
  readonly disabled: boolean
  readonly onChange: (pairs: ReadonlySet<string>) => void
}

const pairsIn = (permissions: readonly PermissionFace[]): string[] =>
  permissions.flatMap(one => one.operations.map(({ operation }) => pairOf(one.permissionId, operation)))

/** Modules with the permissions that fit; a module that fits itself keeps all of its own. */
function searched(modules: readonly ModuleFace[], typed: string, keep: (one: PermissionFace) => boolean): ModuleFace[] {
  return modules
    .map(module => ({
      ...module,
      permissions: module.permissions.filter(
        one =>
          keep(one) &&
          (matchesText(module.title, typed) ||
            matchesText(one.title, typed) ||
            matchesText(one.place, typed) ||
            one.operations.some(o => matchesText(o.title, typed))),
      ),
    }))
    .filter(module => module.permissions.length > 0)
}

export function RoleOperations({ modules, pairs, disabled, onChange }: OperationsProps) {
  const [typed, setTyped] = useState('')
  const [isGrantedOnly, setGrantedOnly] = useState(false)
  const isHeld = (one: PermissionFace): boolean => pairsIn([one]).some(pair => pairs.has(pair))
  const shown = searched(modules, typed, one => !isGrantedOnly || isHeld(one))
  return (
    <div className="zg-office-panel">
      <div className="zg-office-row">
        <Input.Search
          allowClear={clearableText()}
          className="zg-office-find"
          aria-label={t('搜索权限或操作')}
          placeholder={t('搜索权限或操作')}
          onChange={event => setTyped(event.target.value.trim())}
        />
        <Segmented
          aria-label={t('显示')}
          value={isGrantedOnly ? 'granted' : 'all'}
          options={[
            { value: 'all', label: t('全部') },
            { value: 'granted', label: t('已授予') },
          ]}
          onChange={value => setGrantedOnly(value === 'granted')}
        />
      </div>
      {shown.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={isGrantedOnly && typed === '' ? t('这个角色还没有任何操作权限') : t('没有匹配的权限')}
        />
      )}
      {shown.map(module => (
        <ModuleOperations key={module.moduleId} module={module} pairs={pairs} disabled={disabled} onChange={onChange} />
      ))}
    </div>
  )
}

interface AllProps {
  readonly title: string
  /** what it is all of, for those who do not see the page */
  readonly name: string
  readonly all: readonly string[]
  readonly pairs: ReadonlySet<string>
  readonly disabled: boolean
  readonly onChange: (pairs: ReadonlySet<string>) => void
}

/** One box for everything below a title. */
function All({ title, name, all, pairs, disabled, onChange }: AllProps) {
  const held = all.filter(pair => pairs.has(pair)).length
  const without = (): string[] => [...pairs].filter(pair => !all.includes(pair))
  return (
    <Checkbox
      aria-label={name}
      disabled={disabled}
      checked={held === all.length}
      indeterminate={held > 0 && held < all.length}
      onChange={event => onChange(new Set(event.target.checked ? [...pairs, ...all] : without()))}
    >
      {title}
    </Checkbox>
  )
}

function ModuleOperations({ module, pairs, disabled, onChange }: Omit<OperationsProps, 'modules'> & { readonly module: ModuleFace }) {
  const all = pairsIn(module.permissions)
  const held = all.filter(pair => pairs.has(pair)).length
  return (
    <section>
      <h2 className="zg-office-section">
        <All
          title={module.title}
          name={t('{title}的全部权限', { title: module.title })}
          all={all}
          pairs={pairs}
          disabled={disabled}
          onChange={onChange}
        />
        <small className="zg-office-note">{t('{held} / {all} 项', { held, all: all.length })}</small>
      </h2>
      <table className="zg-office-table">
        <tbody>
          {module.permissions.map(one => (
            <tr key={one.permissionId}>
              <th scope="row">
                <All
                  title={one.title}
                  name={t('{title}的全部操作', { title: one.title })}
                  all={pairsIn([one])}
                  pairs={pairs}
                  disabled={disabled}
                  onChange={onChange}
                />
              </th>
              <td>
                <Checkbox.Group
                  className="zg-office-operations"
                  role="group"
                  aria-label={one.title}
                  disabled={disabled}
                  value={one.operations.filter(face => pairs.has(pairOf(one.permissionId, face.operation))).map(face => face.operation)}
                  options={one.operations.map(face => ({ value: face.operation, label: face.title }))}
                  onChange={chosen => onChange(toggled(pairs, one, chosen))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
