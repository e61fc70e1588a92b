/**
 * A system administrator makes the present pins the default of a role: its people have them until they choose themselves, those who get the
 * role later too.
 */
import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { feedback } from '../../api/feedback.ts'
import { t } from '../../i18n/t.ts'
import { shellKey, useShell } from '../../page/shell-context.ts'

interface Role {
  readonly roleId: string
  readonly roleName: string
}

interface RolePinsProps {
  /** ids of the modules, in order */
  readonly ids: readonly string[]
  readonly onClose: () => void
}

export function RolePins({ ids, onClose }: RolePinsProps) {
  const { modules } = useShell()
  const [roleId, setRoleId] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { data: roles, isPending } = useQuery({
    queryKey: [shellKey, 'roles'],
    queryFn: ({ signal }) => api.get<readonly Role[]>('/roleManagement/roles', undefined, { signal }),
    staleTime: 0,
    throwOnError: false,
  })
  const titles = ids.flatMap(id => modules.find(module => module.moduleId === id)?.title ?? [])
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.write('/myCommonMenu/roleDefault', { roleId, ids })
      const name = roles?.find(role => role.roleId === roleId)?.roleName ?? ''
      feedback.success(t('已设为“{name}”的默认置顶应用', { name }))
      onClose()
    } catch (error) {
      // the message has been shown, the choice stays
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t('设为角色默认')}
      width={420}
      okText={t('设为默认')}
      cancelText={t('取消')}
      confirmLoading={busy}
      okButtonProps={{ disabled: roleId === null }}
      onCancel={onClose}
      onOk={() => void save()}
    >
      <p>{t('置顶：{titles}。该角色的人在自己调整之前都用这一组，以后加入的也一样。', { titles: titles.join(t('、')) })}</p>
      <Select
        className="zg-role-pins"
        aria-label={t('角色')}
        placeholder={t('选择角色')}
        loading={isPending}
        value={roleId}
        options={(roles ?? []).map(role => ({ value: role.roleId, label: role.roleName }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={setRoleId}
      />
    </Modal>
  )
}
