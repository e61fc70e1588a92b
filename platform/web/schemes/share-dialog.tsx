/** Gives a scheme to people and departments. */
import { Alert } from 'antd'
import { useState } from 'react'
import type { Scheme } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { ReferenceSelect } from '../list/reference-select.tsx'
import { TabModal } from '../shell/page/tab-modal.tsx'

interface ShareDialogProps {
  readonly scheme: Scheme
  readonly onShared: () => void
  readonly onClose: () => void
}

export function ShareDialog({ scheme, onShared, onClose }: ShareDialogProps) {
  const [employeeIds, setEmployees] = useState<readonly string[]>(scheme.sharedWith.employeeIds)
  const [deptIds, setDepartments] = useState<readonly string[]>(scheme.sharedWith.deptIds)
  const [isBusy, setBusy] = useState(false)
  const share = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.write('/ListProfile/share', { profileId: scheme.profileId, employeeIds, deptIds })
      feedback.success(employeeIds.length + deptIds.length === 0 ? t('已取消共享') : t('已共享'))
      onShared()
      onClose()
    } finally {
      setBusy(false)
    }
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
        <ReferenceSelect
          aria-label={t('同事')}
          placeholder={t('选择同事')}
          target="employee"
          multiple
          value={employeeIds}
          onChange={setEmployees}
        />
        <ReferenceSelect
          aria-label={t('部门')}
          placeholder={t('选择部门')}
          target="department"
          multiple
          value={deptIds}
          onChange={setDepartments}
        />
      </div>
    </TabModal>
  )
}
