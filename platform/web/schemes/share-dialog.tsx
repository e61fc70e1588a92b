/** Gives a scheme or a set of columns to people and departments; an administrator also says whose default a scheme is. */
import { Alert, Checkbox } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Scheme } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { ReferenceSelect } from '../values/reference-select.tsx'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { defaultChanges } from '../table/scheme-rules.ts'

interface ShareDialogProps {
  readonly scheme: Scheme
  /** shares it with exactly these */
  readonly call: (said: { readonly employeeIds: readonly string[]; readonly deptIds: readonly string[] }) => Promise<unknown>
  /** whether this person says what roles and the organisation open the list with */
  readonly maySetDefaults?: boolean
  readonly onShared: () => void
  readonly onClose: () => void
}

const Labelled = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <span className="zg-scheme-label">{title}</span>
    {children}
  </div>
)

export function ShareDialog({ scheme, call, maySetDefaults = false, onShared, onClose }: ShareDialogProps) {
  const [employeeIds, setEmployees] = useState<readonly string[]>(scheme.sharedWith.employeeIds)
  const [deptIds, setDepartments] = useState<readonly string[]>(scheme.sharedWith.deptIds)
  const [defaults, setDefaults] = useState(scheme.defaultOf)
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    await call({ employeeIds, deptIds })
    for (const one of defaultChanges(scheme.defaultOf, defaults))
      await api.write('/ListProfile/setDefault', { id: scheme.profileId, listType: scheme.type, ...one })
    const { sharedWith: before } = scheme
    if (employeeIds.length + deptIds.length > 0) feedback.success(t('已共享'))
    else feedback.success(before.employeeIds.length + before.deptIds.length > 0 ? t('已取消共享') : t('已保存'))
    onClose()
  }
  const share = async (): Promise<void> => {
    setBusy(true)
    // what was done before a refusal stands: it is asked for again either way
    await ignoreShownRefusal(save()).finally(() => {
      setBusy(false)
      onShared()
    })
  }
  return (
    <TabModal
      open
      title={t('共享方案【{name}】', { name: scheme.name })}
      okText={t('保存共享范围')}
      cancelText={t('取消')}
      confirmLoading={isBusy}
      onOk={() => void share()}
      onCancel={onClose}
    >
      <div className="zg-scheme-share">
        <Alert type="info" title={t('对方可以查看和复制，不能修改；看到的数据仍以对方的数据权限为准')} />
        <Labelled title={t('同事')}>
          <ReferenceSelect
            aria-label={t('同事')}
            placeholder={t('选择同事')}
            target="employee"
            multiple
            value={employeeIds}
            onChange={setEmployees}
          />
        </Labelled>
        <Labelled title={t('部门')}>
          <ReferenceSelect
            aria-label={t('部门')}
            placeholder={t('选择部门')}
            target="department"
            multiple
            value={deptIds}
            onChange={setDepartments}
          />
        </Labelled>
        {maySetDefaults && <Defaults defaults={defaults} onDefaults={setDefaults} />}
      </div>
    </TabModal>
  )
}

interface DefaultsProps {
  readonly defaults: Scheme['defaultOf']
  readonly onDefaults: (defaults: Scheme['defaultOf']) => void
}

/** Whose default the scheme is. */
function Defaults({ defaults, onDefaults }: DefaultsProps) {
  return (
    <Labelled title={t('作为默认方案（没有设置自己默认方案的人，打开列表时使用）')}>
      <ReferenceSelect
        aria-label={t('作为这些角色的默认方案')}
        placeholder={t('选择角色')}
        target="role"
        multiple
        value={defaults.roleIds}
        onChange={roleIds => onDefaults({ ...defaults, roleIds })}
      />
      <Checkbox checked={defaults.isOrganisation} onChange={event => onDefaults({ ...defaults, isOrganisation: event.target.checked })}>
        {t('作为整个组织的默认方案')}
      </Checkbox>
    </Labelled>
  )
}
