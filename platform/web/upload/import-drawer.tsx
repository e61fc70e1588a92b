/** The report of one import beside the list of imports, with the deletion of what it brought. */
import { App, Button } from 'antd'
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import type { RowDrawerProps } from '../list/row-openers.ts'
import { told } from '../list/told.ts'
import { usePage } from '../shell/page/page-context.ts'
import { TabDrawer } from '../shell/page/tab-modal.tsx'
import { ImportProgress } from './import-progress.tsx'

/** Operation ids of the suite: 4 delete. */
const removeOperation = 4

/** What deleting an import does to the lines it brought. */
export const importRemoval = {
  title: '删除本次导入',
  consequence: '本次导入新增的行将被删除；其他导入也包含的行会保留并转给那次导入。已审核或已月结的行不能删除。',
} as const

export function ImportDrawer({ row, onClose, onChanged }: RowDrawerProps) {
  const { can } = usePage()
  const { modal } = App.useApp()
  const remove = (): void =>
    void modal.confirm({
      title: t('确定要删除“{name}”的导入吗？', { name: String(row.fileName ?? row.id) }),
      content: t(importRemoval.consequence),
      okText: t(importRemoval.title),
      okButtonProps: { danger: true },
      cancelText: t('取消'),
      onOk: () =>
        told(
          api.write('/fileImportHistory/delete', { id: row.id }).then(() => {
            feedback.success(t('已删除本次导入'))
            onChanged()
            onClose()
          }),
        ),
    })
  return (
    <TabDrawer
      title={t('导入报告')}
      open
      size={640}
      onClose={onClose}
      extra={
        can(removeOperation) && (
          <Button danger onClick={remove}>
            {t(importRemoval.title)}
          </Button>
        )
      }
    >
      <ImportProgress ids={[row.id]} onEnded={onChanged} />
    </TabDrawer>
  )
}
