/** 角色授权: what a role may do and how far its people see; before it is saved, who would gain and lose what. */
import { Alert, Button, Checkbox, Empty, Input, Modal, Tabs } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { useUnsaved } from '#platform/web/form/unsaved.ts'
import { HistoryButton } from '#platform/web/history/history-button.tsx'
import { usePage } from '#platform/web/shell/page/page-context.ts'
import type { ModuleFace, PermissionFace, RoleAccess, RoleDifference, ScopeFace } from '../answers.ts'
import { done } from './done.tsx'
import { Asked, OfficePage, saved, ScopeSelect, useOffice, useRefreshOffice } from './office.tsx'
import { Difference } from './difference.tsx'

/** operation 100 of `role` */
const grantOperation = 100
const viewOperation = 2
const pairOf = (permissionId: string, operation: number): string => `${permissionId} ${operation}`

const allRoles = { pageSize: 1000, sortField: 'name', sortWay: 'ASC' } as const
interface RoleOption {
  readonly id: string
  readonly name: string
  readonly remark: string | null
}

export default function RolePermissionPage() {
  const roles = useOffice<{ readonly list: readonly RoleOption[] }>('/roleManagement/list', allRoles)
  const [chosen, setChosen] = useState<string | null>(null)
  const [keyword, setKeyword] = useState('')
  return (
    <OfficePage>
      <Asked of={roles}>
        {({ list }) => {
          const roleId = chosen ?? list[0]?.id ?? null
          return (
            <div className="zg-office">
              <nav className="zg-office-side" aria-label={t('角色')}>
                <Input.Search allowClear placeholder={t('搜索角色')} onChange={event => setKeyword(event.target.value.trim())} />
                {list
                  .filter(one => one.name.includes(keyword))
                  .map(one => (
                    <button
                      key={one.id}
                      type="button"
                      className="zg-office-choice"
                      aria-current={one.id === roleId}
                      onClick={() => setChosen(one.id)}
                    >
                      {one.name}
                      {one.remark !== null && <small>{one.remark}</small>}
                    </button>
                  ))}
              </nav>
              <div className="zg-office-main">
                {roleId === null ? <Empty description={t('还没有角色，请先在角色页新增')} /> : <Role key={roleId} roleId={roleId} />}
              </div>
            </div>
          )
        }}
      </Asked>
    </OfficePage>
  )
}

function Role({ roleId }: { roleId: string }) {
  const access = useOffice<RoleAccess>('/roleManagement/permissions', { roleId })
  return <Asked of={access}>{data => <RoleForm key={data.version} access={data} />}</Asked>
}

type Scopes = readonly ScopeFace[]
const wishOf = (access: RoleAccess, pairs: ReadonlySet<string>, scopes: Scopes) => {
  const byPermission = Map.groupBy([...pairs], pair => pair.slice(0, pair.lastIndexOf(' ')))
  return {
    roleId: access.roleId,
    version: access.version,
    permissions: [...byPermission].map(([permissionId, of]) => ({
      permissionId,
      operations: of.map(pair => Number(pair.slice(pair.lastIndexOf(' ') + 1))),
    })),
    scopes,
  }
}

interface RoleHeadProps {
  readonly access: RoleAccess
  /** null: may only look */
  readonly save: { readonly isDirty: boolean; readonly busy: boolean; readonly ask: () => Promise<void> } | null
}

function RoleHead({ access, save }: RoleHeadProps) {
  return (
    <div className="zg-office-row" style={{ justifyContent: 'space-between' }}>
      <span>
        <strong>{access.roleName}</strong>{' '}
        <span className="zg-office-note">
          {access.people.length === 0
            ? t('还没有人')
            : t('{n} 人：{names}', { n: access.people.length, names: access.people.slice(0, 8).join(t('、')) })}
        </span>
      </span>
      <span>
        <HistoryButton type="role" id={access.roleId} />
        {save !== null && (
          <Button type="primary" disabled={!save.isDirty} loading={save.busy} onClick={() => void save.ask()}>
            {t('核对并保存')}
          </Button>
        )}
      </span>
    </div>
  )
}

function RoleForm({ access }: { access: RoleAccess }) {
  const mayGrant = usePage().can(grantOperation)
  const [pairs, setPairs] = useState<ReadonlySet<string>>(() => new Set(access.granted))
  const [scopes, setScopes] = useState<Scopes>(access.scopes)
  const [difference, setDifference] = useState<RoleDifference | null>(null)
  const [busy, setBusy] = useState(false)
  const refresh = useRefreshOffice()
  const wish = wishOf(access, pairs, scopes)
  const isDirty =
    scopes !== access.scopes ||
    pairs.size !== access.granted.length ||
    access.granted.some(pair => !pairs.has(pair)) ||
    access.gone.length > 0
  useUnsaved(isDirty && access.gone.length === 0)
  const ask = async (): Promise<void> => {
    setBusy(true)
    await done(api.post<RoleDifference>('/roleManagement/difference', wish).then(setDifference))
    setBusy(false)
  }
  const save = async (): Promise<void> => {
    if (!(await done(api.write('/roleManagement/savePermissions', wish)))) return
    setDifference(null)
    saved()
    refresh()
  }
  return (
    <>
      <RoleHead access={access} save={mayGrant ? { isDirty, busy, ask } : null} />
      {access.gone.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('有 {n} 项权限的菜单已不存在，不再起作用，保存后清除：{names}', {
            n: access.gone.length,
            names: access.gone.join(t('、')),
          })}
        />
      )}
      <Tabs
        items={[
          {
            key: 'operations',
            label: t('操作权限'),
            children: <Operations modules={access.modules} pairs={pairs} disabled={!mayGrant} onChange={setPairs} />,
          },
          {
            key: 'scopes',
            label: t('数据权限'),
            children: <ScopesOfLists modules={access.modules} scopes={scopes} disabled={!mayGrant} onChange={setScopes} />,
          },
        ]}
      />
      <Modal
        open={difference !== null}
        title={t('保存 {name} 的权限', { name: access.roleName })}
        okText={t('确认保存')}
        cancelText={t('再改改')}
        onOk={() => void save()}
        onCancel={() => setDifference(null)}
      >
        {difference !== null && <Difference difference={difference} />}
      </Modal>
    </>
  )
}

interface OperationsProps {
  readonly modules: readonly ModuleFace[]
  readonly pairs: ReadonlySet<string>
  readonly disabled: boolean
  readonly onChange: (pairs: ReadonlySet<string>) => void
}

/** Any operation brings viewing along; without viewing there is none. */
function toggled(pairs: ReadonlySet<string>, { permissionId, operations }: PermissionFace, chosen: readonly number[]): Set<string> {
  const before = operations.filter(one => pairs.has(pairOf(permissionId, one.operation))).map(one => one.operation)
  const hasView = operations.some(one => one.operation === viewOperation)
  const tookView = hasView && before.includes(viewOperation) && !chosen.includes(viewOperation)
  const next = tookView ? [] : chosen.length > 0 && hasView ? [...new Set([...chosen, viewOperation])] : chosen
  const without = [...pairs].filter(pair => !operations.some(one => pair === pairOf(permissionId, one.operation)))
  return new Set([...without, ...next.map(operation => pairOf(permissionId, operation))])
}

function Operations({ modules, pairs, disabled, onChange }: OperationsProps) {
  return modules.map(module => {
    const all = module.permissions.flatMap(one => one.operations.map(({ operation }) => pairOf(one.permissionId, operation)))
    const held = all.filter(pair => pairs.has(pair)).length
    return (
      <section key={module.moduleId} style={{ marginBottom: 16 }}>
        <h2 className="zg-office-section">
          <Checkbox
            disabled={disabled}
            checked={held === all.length}
            indeterminate={held > 0 && held < all.length}
            onChange={event =>
              onChange(new Set(event.target.checked ? [...pairs, ...all] : [...pairs].filter(pair => !all.includes(pair))))
            }
          >
            {module.title}
          </Checkbox>
        </h2>
        <table className="zg-office-table">
          <tbody>
            {module.permissions.map(one => (
              <tr key={one.permissionId}>
                <th scope="row">{one.title}</th>
                <td>
                  <Checkbox.Group
                    className="zg-office-operations"
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
  })
}

const everyList = '*'
interface ScopesProps {
  readonly modules: readonly ModuleFace[]
  readonly scopes: Scopes
  readonly disabled: boolean
  readonly onChange: (scopes: Scopes) => void
}

function ScopesOfLists({ modules, scopes, disabled, onChange }: ScopesProps) {
  const lists = modules.flatMap(module => module.permissions.filter(one => one.scopedBy === 'list'))
  const rows = [{ permissionId: everyList, title: t('所有列表'), place: '' }, ...lists]
  return (
    <>
      <p className="zg-office-note">{t('数据权限相加：个人的、各角色的，以及这里对单个列表放宽的，取最大的范围。')}</p>
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
                  none={t('不放宽')}
                  disabled={disabled}
                  value={scopes.find(one => one.permissionId === permissionId) ?? null}
                  onChange={value =>
                    onChange([
                      ...scopes.filter(one => one.permissionId !== permissionId),
                      ...(value === null ? [] : [{ permissionId, dataScope: value.dataScope, namedDeptIds: value.namedDeptIds }]),
                    ])
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
